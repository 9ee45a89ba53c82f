import { AppError } from '../../../lib/errors.js'
import { readFields } from '../../../lib/fields/read-fields.js'
import type { Address } from '../../../lib/hex.js'
import type { Context } from '../../../platform/context.js'
import type { ProfileBody } from '../schemas.js'
import { hideProfile, showProfile } from './change-visibility.js'
import { claimHandle } from './claim-handle.js'
import type { Profile } from './profile.js'
import { profileRules } from './profile-rules.js'
import { lockProfiles, lockWallet, upsertProfile } from './profile-store.js'

/**
 * Creates or replaces the profile of a wallet. A new one is private unless `isPublic` is true; an existing one keeps its
 * visibility and bio unless they are given.
 *
 * @throws {AppError} `invalid_input`, `conflict` when the handle is not available.
 */
export async function putProfile(
  ctx: Context,
  { wallet, body }: { wallet: Address; body: ProfileBody },
): Promise<Profile> {
  const { displayName, handle, bio, isPublic } = readBody(body)
  return ctx.db.transaction(async (tx) => {
    const inTx = { ...ctx, db: tx }
    await lockWallet(tx, wallet)
    const [known] = await lockProfiles(tx, [wallet])
    const now = ctx.now()
    const profile: Profile = {
      id: known?.id ?? ctx.newId('usr'),
      wallet,
      displayName,
      handle,
      bio: bio ?? known?.bio ?? '',
      isPublic: isPublic ?? known?.isPublic ?? false,
      avatarHash: known?.avatarHash ?? null,
      createdAt: known?.createdAt ?? now,
      updatedAt: now,
    }
    if (handle !== known?.handle) await claimHandle(inTx, { wallet, handle })
    await upsertProfile(tx, profile)

    const wasPublic = known?.isPublic ?? false
    if (profile.isPublic) await showProfile(inTx, { profile, wasPublic })
    else if (wasPublic) await hideProfile(inTx, wallet)
    return profile
  })
}

function readBody(body: ProfileBody) {
  const { accepted, problems } = readFields(profileRules, body)
  if (problems.length > 0) throw new AppError('invalid_input', `${problems.join('. ')}.`)
  const { displayName, handle, bio, isPublic } = accepted
  if (displayName === undefined || handle === undefined) {
    throw new AppError('invalid_input', 'displayName and handle are required.')
  }
  return { displayName, handle, bio, isPublic }
}
