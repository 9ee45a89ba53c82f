import { type Address, checksumAddress } from '../../../lib/hex.js'
import type { Context } from '../../../platform/context.js'
import { listAllFollows } from '../follows/follow-store.js'
import { findAvatar } from './avatar-store.js'
import { getProfile } from './get-profile.js'
import { findProfile } from './profile-store.js'

/** Returns everything stored about the profile of a wallet, or null without one. */
export async function exportProfile(ctx: Pick<Context, 'db' | 'now' | 'config'>, wallet: Address) {
  if (!(await findProfile(ctx.db, wallet))) return null
  const avatar = await findAvatar(ctx.db, wallet)
  const { followers, following } = await listAllFollows(ctx.db, wallet)
  return {
    profile: await getProfile(ctx, wallet),
    avatar: avatar && `data:${avatar.type};base64,${avatar.content.toString('base64')}`,
    followers: followers.map(checksumAddress),
    following: following.map(checksumAddress),
  }
}
