import { unixMs } from '../../lib/time.js'
import type { Context } from '../../platform/context.js'
import { liveMs, type User } from './user.js'
import { listSeen } from './user-store.js'

/** Lists the public users that are live, the last seen first. */
export function listLiveUsers(ctx: Pick<Context, 'db' | 'now'>, limit: number): Promise<User[]> {
  return listSeen(ctx.db, { since: unixMs(ctx.now() - liveMs), limit })
}
