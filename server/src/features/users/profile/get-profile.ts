import { type Address, checksumAddress } from '../../../lib/hex.js'
import type { Context } from '../../../platform/context.js'
import { findAnyPictureFile } from '../../media/find-picture-file.js'
import { maxFollowedOf } from '../follows/follow-user.js'
import { findScore } from '../scores/score-store.js'
import { levelOf } from '../scores/xp.js'
import { avatarUrlOf, isLive, noProfile } from '../user.js'
import { findUsers, listFollowed } from '../user-store.js'
import { findAvatarHash } from './avatar-store.js'
import { findProfile } from './profile-store.js'

/**
 * Returns the profile of a wallet as its owner sees it. Followers and following are zero while it
 * is private.
 *
 * @throws {AppError} `not_found`.
 */
export async function getProfile(ctx: Pick<Context, 'db' | 'now' | 'config'>, wallet: Address) {
  const profile = await findProfile(ctx.db, wallet)
  if (!profile) throw noProfile()
  const [user] = await findUsers(ctx.db, { wallets: [wallet] })
  const { xp, sales, purchases } = await findScore(ctx.db, wallet)
  const lastSeenAt = user?.lastSeenAt ?? null
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
      followers: user?.followers ?? 0,
      following: user?.following ?? 0,
      sales,
      purchases,
    },
    joinedAt: profile.createdAt,
    lastSeenAt,
  }
}

export type Avatar = { type: string; content: Buffer }

/** Returns the picture of a profile by its hash, at 320 pixels, or null. */
export async function findAvatar(
  ctx: Pick<Context, 'db' | 'media' | 'memory'>,
  hash: string | null,
): Promise<Avatar | null> {
  if (hash === null) return null
  const content = await findAnyPictureFile(ctx, { hash, size: 320 })
  return content ? { type: 'image/webp', content } : null
}

/**
 * Returns everything that a person stored in their profile: its fields, the picture as a data URI,
 * and whom they follow. Users who are private now are left out, as they are everywhere.
 *
 * @throws {AppError} `not_found` without a profile.
 */
export async function exportProfile(
  ctx: Pick<Context, 'db' | 'now' | 'config' | 'media' | 'memory'>,
  wallet: Address,
) {
  const profile = await getProfile(ctx, wallet)
  const avatar = await findAvatar(ctx, await findAvatarHash(ctx.db, wallet))
  const limit = maxFollowedOf(ctx.config)
  const users = await listFollowed(ctx.db, { wallet, limit, offset: 0 })
  return {
    profile,
    avatar: avatar && `data:${avatar.type};base64,${avatar.content.toString('base64')}`,
    following: users.map(({ wallet, handle, displayName }) => ({
      wallet: checksumAddress(wallet),
      handle,
      displayName,
    })),
  }
}
