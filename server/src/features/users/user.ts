import { AppError } from '../../lib/errors.js'
import { type Address, checksumAddress } from '../../lib/hex.js'
import { MINUTE_MS, type UnixMs } from '../../lib/time.js'
import { levelOf } from './scores/xp.js'

/** A public user, as others see them. */
export type User = {
  id: string
  wallet: Address
  displayName: string
  handle: string
  bio: string
  avatarHash: string | null
  xp: number
  sales: number
  purchases: number
  followers: number
  following: number
  joinedAt: UnixMs
  lastSeenAt: UnixMs | null
}

export type FollowDirection = 'followers' | 'following'

/** A user is live when their last heartbeat is not older than this. */
export const liveMs = 5 * MINUTE_MS

/** Returns the error for a wallet without a profile. */
export function noProfile(): AppError {
  return new AppError('not_found', 'You have no profile. Create it with PUT /api/users/me.')
}

/** Returns whether a user was seen within the last five minutes. */
export function isLive({ lastSeenAt }: Pick<User, 'lastSeenAt'>, now: UnixMs): boolean {
  return lastSeenAt !== null && now - lastSeenAt <= liveMs
}

/** Returns the address of a public user's picture, or null. */
export function avatarUrlOf(
  { avatarHash }: Pick<User, 'avatarHash'>,
  { baseUrl }: { baseUrl: string },
): string | null {
  return avatarHash && `${baseUrl}/api/users/avatars/${avatarHash}`
}

/** Returns a user in the form that responses have. */
export function describeUser(
  user: User,
  { now, config }: { now: UnixMs; config: { baseUrl: string } },
) {
  const { id, wallet, displayName, handle, bio, xp, joinedAt, lastSeenAt } = user
  const { followers, following, sales, purchases } = user
  return {
    id,
    wallet: checksumAddress(wallet),
    displayName,
    handle,
    bio,
    avatarUrl: avatarUrlOf(user, config),
    xp,
    level: levelOf(xp),
    live: isLive(user, now),
    metrics: { followers, following, sales, purchases },
    joinedAt,
    lastSeenAt,
  }
}
