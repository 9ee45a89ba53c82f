import { AppError } from '../../../lib/errors.js'
import { displayText, flag } from '../../../lib/fields/field-rules.js'
import { readFields } from '../../../lib/fields/read-fields.js'
import type { Address } from '../../../lib/hex.js'
import type { Context } from '../../../platform/context.js'
import { releasePicture } from '../../media/store-images.js'
import { deleteFollows } from '../follows/follow-store.js'
import type { ProfileBody } from '../schemas.js'
import { deleteAvatar } from './avatar-store.js'
import { hideProfile, lockVisibility, publishProfile } from './change-visibility.js'
import { claimHandle } from './claim-handle.js'
import { handle } from './handle.js'
import { forgetReleasedHandles, releaseHandles } from './handle-store.js'
import {
  deleteProfile,
  findProfile,
  lockWallet,
  type Profile,
  upsertProfile,
} from './profile-store.js'

/** The fields of a profile that its owner writes. */
const profileRules = {
  displayName: displayText({ maxLength: 50, isRequired: true }),
  handle,
  bio: displayText({ maxLength: 160, allowLineBreaks: true }),
  isPublic: flag,
} as const

/**
 * Creates or changes the profile of a wallet. Omitted fields keep their value. A new profile needs
 * a name and a handle, and is private unless `isPublic` is true.
 *
 * @throws {AppError} `invalid_input`, `conflict` when the handle is not available.
 */
export async function putProfile(
  ctx: Context,
  { wallet, body }: { wallet: Address; body: ProfileBody },
): Promise<Profile> {
  const change = readBody(body)
  return ctx.db.transaction(async (tx) => {
    const inTx = { ...ctx, db: tx }
    await lockWallet(tx, wallet)
    const before = await findProfile(tx, wallet)
    const now = ctx.now()
    const { displayName = before?.displayName, handle = before?.handle } = change
    if (displayName === undefined || handle === undefined) {
      throw new AppError('invalid_input', 'displayName and handle are required for a new profile.')
    }
    const profile: Profile = {
      id: before?.id ?? ctx.newId('usr'),
      wallet,
      displayName,
      handle,
      bio: change.bio ?? before?.bio ?? '',
      isPublic: change.isPublic ?? before?.isPublic ?? false,
      avatarHash: before?.avatarHash ?? null,
      createdAt: before?.createdAt ?? now,
      updatedAt: now,
    }
    const wasPublic = before?.isPublic ?? false
    if (profile.isPublic !== wasPublic) await lockVisibility(inTx, wallet)
    if (handle !== before?.handle) await claimHandle(inTx, { wallet, handle })
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

/**
 * Deletes the profile of a wallet with its picture, presence and follows. Returns false when there
 * is none. The handle stays reserved for 180 days without the wallet. Scores stay: they follow from
 * the ledger.
 */
export function eraseProfile(ctx: Context, wallet: Address): Promise<boolean> {
  return ctx.db.transaction(async (tx) => {
    const inTx = { ...ctx, db: tx }
    await lockWallet(tx, wallet)
    await lockVisibility(inTx, wallet)
    const profile = await findProfile(tx, wallet)
    if (profile?.isPublic) await hideProfile(inTx, wallet)
    await releaseHandles(tx, { wallet, keptHashes: [], releasedAt: ctx.now() })
    await forgetReleasedHandles(tx, wallet)
    if (!profile) return false

    await deleteFollows(tx, wallet)
    await releasePicture({ db: tx }, profile.avatarHash)
    await deleteAvatar(tx, wallet)
    await deleteProfile(tx, wallet)
    return true
  })
}
