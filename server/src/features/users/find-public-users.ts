import type { Address } from '../../lib/hex.js'
import type { Context } from '../../platform/context.js'
import type { FollowDirection, User } from './user.js'
import { findUsers, listFollows } from './user-store.js'

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
