import { type Address, checksumAddress } from '../../../lib/hex.js'
import type { Context } from '../../../platform/context.js'
import { maxFollowedOf } from '../follows/follow-user.js'
import { listFollowed } from '../user-store.js'
import { findAvatarHash } from './avatar-store.js'
import { findAvatar } from './find-avatar.js'
import { getProfile } from './get-profile.js'

/**
 * Returns everything that a person stored in their profile: its fields, the picture as a data URI, and whom they follow. Users
 * who are private now are left out, as they are everywhere.
 *
 * @throws {AppError} `not_found` without a profile.
 */
export async function exportProfile(
  ctx: Pick<Context, 'db' | 'now' | 'config' | 'media' | 'memory'>,
  wallet: Address,
) {
  const profile = await getProfile(ctx, wallet)
  const avatar = await findAvatar(ctx, await findAvatarHash(ctx.db, wallet))
  const followed = await listFollowed(ctx.db, {
    wallet,
    limit: maxFollowedOf(ctx.config),
    offset: 0,
  })
  return {
    profile,
    avatar: avatar && `data:${avatar.type};base64,${avatar.content.toString('base64')}`,
    following: followed.map((user) => ({
      wallet: checksumAddress(user.wallet),
      handle: user.handle,
      displayName: user.displayName,
    })),
  }
}
