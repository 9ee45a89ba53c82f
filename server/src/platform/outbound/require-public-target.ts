import { invalidInput } from '../../lib/errors.js'
import type { Context } from '../context.js'
import { lookUp } from './look-up.js'
import { isPublicAddress } from './public-address.js'
import { hostOf } from './read-target.js'

/** Short, because a request waits for it. */
const withinMs = 1_500

/**
 * Requires that a URL leads to the public internet, in live mode. A host that cannot be resolved
 * now passes, because every call checks again.
 *
 * @throws {AppError} `invalid_input`, when any of its addresses is not public.
 */
export async function requirePublicTarget(
  ctx: Pick<Context, 'config' | 'resolveHost'>,
  { url, field }: { url: string; field: string },
): Promise<void> {
  if (ctx.config.mode !== 'live') return
  const addresses = await lookUp(ctx.resolveHost, { host: hostOf(new URL(url)), withinMs })
  if (addresses.kind !== 'found' || addresses.addresses.every(isPublicAddress)) return

  throw invalidInput(`${field} must be an address on the public internet`)
}
