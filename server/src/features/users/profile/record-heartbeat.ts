import type { Address } from '../../../lib/hex.js'
import { SECOND_MS, unixMs } from '../../../lib/time.js'
import type { Context } from '../../../platform/context.js'
import { noProfile } from '../user.js'
import { findProfile, recordSeen } from './profile-store.js'

/** Heartbeats in quicker succession are not stored. */
const storedEveryMs = 30 * SECOND_MS

/**
 * Records that the user is here now. Returns whether others see it: private users are never live.
 *
 * @throws {AppError} `not_found` without a profile.
 */
export async function recordHeartbeat(
  ctx: Pick<Context, 'db' | 'now'>,
  wallet: Address,
): Promise<boolean> {
  const profile = await findProfile(ctx.db, wallet)
  if (!profile) throw noProfile()
  const now = ctx.now()
  await recordSeen(ctx.db, { wallet, now, notSince: unixMs(now - storedEveryMs) })
  return profile.isPublic
}
