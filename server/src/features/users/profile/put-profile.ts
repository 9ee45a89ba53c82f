import { AppError } from '../../../lib/errors.js'
import { readFields } from '../../../lib/fields/read-fields.js'
import type { Address } from '../../../lib/hex.js'
import type { Context } from '../../../platform/context.js'
import type { ProfileBody } from '../schemas.js'
import { hideProfile, lockVisibility, publishProfile } from './change-visibility.js'
import { claimHandle } from './claim-handle.js'
import type { Profile } from './profile.js'
import { profileRules } from './profile-rules.js'
import { findProfile, lockWallet, upsertProfile } from './profile-store.js'

/**
 * Creates or changes the profile of a wallet. Omitted fields keep their value. A new profile needs a name and a handle, and is
 * private unless `isPublic` is true.
 *
 * @throws {AppError} `invalid_input`, `conflict` when the handle is not available.
 */
export async function putProfile(
  ctx: Context,
  { wallet, body }: { wallet: Address; body: ProfileBody },
): Promise<Profile> {
  const given = readBody(body)
  return ctx.db.transaction(async (tx) => {
    const inTx = { ...ctx, db: tx }
    await lockWallet(tx, wallet)
    const known = await findProfile(tx, wallet)
    const now = ctx.now()
    const { displayName = known?.displayName, handle = known?.handle } = given
    if (displayName === undefined || handle === undefined) {
      throw new AppError('invalid_input', 'displayName and handle are required for a new profile.')
    }
    const profile: Profile = {
      id: known?.id ?? ctx.newId('usr'),
      wallet,
      displayName,
      handle,
      bio: given.bio ?? known?.bio ?? '',
      isPublic: given.isPublic ?? known?.isPublic ?? false,
      avatarHash: known?.avatarHash ?? null,
      createdAt: known?.createdAt ?? now,
      updatedAt: now,
    }
    const wasPublic = known?.isPublic ?? false
    if (profile.isPublic !== wasPublic) await lockVisibility(inTx, wallet)
    if (handle !== known?.handle) await claimHandle(inTx, { wallet, handle })
    await upsertProfile(tx, profile)
    if (profile.isPublic) await publishProfile(inTx, { profile, wasPublic })
    else if (wasPublic) await hideProfile(inTx, wallet)
    return profile
  })
}

function readBody(body: ProfileBody) {
  const { accepted, problems } = readFields(profileRules, body)
  if (problems.length > 0) throw new AppError('invalid_input', `${problems.join('. ')}.`)
  return accepted
}
