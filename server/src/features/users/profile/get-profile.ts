import { AppError } from '../../../lib/errors.js'
import { type Address, checksumAddress } from '../../../lib/hex.js'
import type { Context } from '../../../platform/context.js'
import { findScore } from '../scores/score-store.js'
import { levelOf } from '../scores/xp.js'
import { avatarUrlOf, isLive } from '../user.js'
import { findUsers } from '../user-store.js'
import { findProfile } from './profile-store.js'

/**
 * Returns the profile of a wallet as its owner sees it. Followers and following are zero while it is private.
 *
 * @throws {AppError} `not_found`.
 */
export async function getProfile(ctx: Pick<Context, 'db' | 'now' | 'config'>, wallet: Address) {
  const profile = await findProfile(ctx.db, wallet)
  if (!profile) throw noProfile()
  const [shown] = await findUsers(ctx.db, { wallets: [wallet] })
  const { xp, sales, purchases } = await findScore(ctx.db, wallet)
  const lastSeenAt = shown?.lastSeenAt ?? null
  return {
    id: profile.id,
    wallet: checksumAddress(wallet),
    displayName: profile.displayName,
    handle: profile.handle,
    bio: profile.bio,
    isPublic: profile.isPublic,
    hasAvatar: profile.avatarHash !== null,
    avatarUrl: profile.isPublic ? avatarUrlOf(profile, ctx.config) : null,
    xp,
    level: levelOf(xp),
    live: isLive({ lastSeenAt }, ctx.now()),
    metrics: {
      followers: shown?.followers ?? 0,
      following: shown?.following ?? 0,
      sales,
      purchases,
    },
    joinedAt: profile.createdAt,
    lastSeenAt,
  }
}

/** Returns the error for a wallet without a profile. */
export function noProfile(): AppError {
  return new AppError('not_found', 'You have no profile. Create it with PUT /api/users/me.')
}
