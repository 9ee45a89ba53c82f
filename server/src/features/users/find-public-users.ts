import type { Address } from '../../lib/hex.js'
import { unixMs } from '../../lib/time.js'
import type { Context } from '../../platform/context.js'
import { type FollowDirection, liveMs, type User } from './user.js'
import { findUsers, listFollows, listSeen } from './user-store.js'

/** Finds public users by wallet or handle, in any case. Unknown and private ones are absent. */
export function findPublicUsers(
  ctx: Pick<Context, 'db'>,
  by: { wallets?: readonly Address[]; handles?: readonly string[] },
): Promise<User[]> {
  return findUsers(ctx.db, by)
}

/** Lists the public follows of several users. Those of private users are empty. */
export function listUserFollows(
  ctx: Pick<Context, 'db'>,
  input: {
    wallets: readonly Address[]
    direction: FollowDirection
    limit: number
    offset: number
  },
): Promise<Map<Address, User[]>> {
  return listFollows(ctx.db, input)
}

/** Lists the public users that are live, the last seen first. */
export function listLiveUsers(ctx: Pick<Context, 'db' | 'now'>, limit: number): Promise<User[]> {
  return listSeen(ctx.db, { since: unixMs(ctx.now() - liveMs), limit })
}
