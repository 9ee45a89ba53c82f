import type { Address } from '../../../lib/hex.js'
import type { Context } from '../../../platform/context.js'
import { noProfile } from '../profile/get-profile.js'
import { findProfile } from '../profile/profile-store.js'
import type { User } from '../user.js'
import { listFollowed } from '../user-store.js'

/**
 * Lists the public users whom a wallet follows, also while its own profile is private, the newest follow first.
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
