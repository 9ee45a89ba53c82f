import { type UnixMs, unixMs } from '../../lib/time.js'
import type { Context } from '../context.js'

/** Returns the real time. The service's clock differs from it in a sandbox that was moved forward. */
export function realNow({ now, sandbox }: Pick<Context, 'now' | 'sandbox'>): UnixMs {
  return unixMs(now() - (sandbox?.clock.aheadMs() ?? 0))
}
