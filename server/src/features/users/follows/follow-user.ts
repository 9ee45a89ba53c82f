import { AppError, invalidInput } from '../../../lib/errors.js'
import type { Address } from '../../../lib/hex.js'
import type { Context } from '../../../platform/context.js'
import { type LimitConfig, maxOf } from '../../../platform/limits/max-of.js'
import { findProfile, findWalletOfHandle, lockProfiles } from '../profile/profile-store.js'
import { noProfile, type User } from '../user.js'
import { listFollowed } from '../user-store.js'
import { addToCounts, countFollowing, deleteFollow, insertFollow } from './follow-store.js'

/** Returns how many users a user may follow. */
export function maxFollowedOf(config: LimitConfig): number {
  return maxOf(config, 'followed-users', 'person') ?? 0
}

/**
 * Follows a public user. Does nothing when the wallet follows them already.
 *
 * @throws {AppError} `not_found` without an own profile, and for unknown and private users alike;
 *   `invalid_input` for the own handle; `conflict` above the limit.
 */
export async function followUser(
  ctx: Context,
  { wallet, handle }: { wallet: Address; handle: string },
): Promise<void> {
  const followed = await findWalletOfHandle(ctx.db, handle)
  await ctx.db.transaction(async (tx) => {
    const profiles = await lockProfiles(tx, [wallet, followed ?? wallet])
    const find = (owner: Address) => profiles.find((profile) => profile.wallet === owner)
    if (!find(wallet)) throw noProfile()
    if (followed === wallet) throw invalidInput('You cannot follow yourself.')
    if (!followed || !find(followed)?.isPublic) throw noUser()

    const follow = { follower: wallet, followed }
    if (!(await insertFollow(tx, { ...follow, now: ctx.now() }))) return
    const maxFollowed = maxFollowedOf(ctx.config)
    const max = maxFollowed + 1
    if ((await countFollowing(tx, { follower: wallet, max })) > maxFollowed) {
      throw new AppError('conflict', `You follow ${maxFollowed} users, which is the limit.`)
    }
    await addToCounts(tx, { ...follow, count: 1 })
  })
}

/** Unfollows a user. Does nothing when the wallet does not follow them, or the user is unknown. */
export async function unfollowUser(
  ctx: Context,
  { wallet, handle }: { wallet: Address; handle: string },
): Promise<void> {
  const followed = await findWalletOfHandle(ctx.db, handle)
  await ctx.db.transaction(async (tx) => {
    await lockProfiles(tx, [wallet, followed ?? wallet])
    const follow = { follower: wallet, followed: followed ?? wallet }
    if (await deleteFollow(tx, follow)) await addToCounts(tx, { ...follow, count: -1 })
  })
}

/** Returns the error for unknown and private users, which must not differ. */
function noUser(): AppError {
  return new AppError('not_found', 'No public user has this handle.')
}

/**
 * Lists the public users whom a wallet follows, even while its own profile is private, the newest
 * follow first.
 *
 * @throws {AppError} `not_found` without a profile.
 */
export async function listFollowedUsers(
  { db }: Pick<Context, 'db'>,
  input: { wallet: Address; limit: number; offset: number },
): Promise<User[]> {
  if (!(await findProfile(db, input.wallet))) throw noProfile()
  return listFollowed(db, input)
}
