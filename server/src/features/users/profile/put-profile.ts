import { invalidInput } from '../../../lib/errors.js'
import { displayText, flag } from '../../../lib/fields/field-rules.js'
import { readFields } from '../../../lib/fields/read-fields.js'
import type { Address } from '../../../lib/hex.js'
import { readImageData } from '../../../lib/image-data.js'
import { hashOfReference } from '../../../lib/media-reference.js'
import { type Context, inTransaction, type TxContext } from '../../../platform/context.js'
import { releasePicture, storeDataUri } from '../../media/store-images.js'
import { deleteFollows, lockFollows } from '../follows/follow-store.js'
import type { ProfileBody } from '../schemas.js'
import { lockScoresShared, updateScoreVisibility } from '../scores/score-store.js'
import { nameKeyOf, searchWords } from '../search/user-query.js'
import { noProfile } from '../user.js'
import { deleteAvatar, findAvatarHash, replaceAvatar } from './avatar-store.js'
import { claimHandle } from './claim-handle.js'
import { handle } from './handle.js'
import { forgetReleasedHandles, releaseHandles } from './handle-store.js'
import {
  deleteProfile,
  findProfile,
  lockProfiles,
  lockWallet,
  type Profile,
  upsertProfile,
} from './profile-store.js'
import {
  addToNeighbors,
  deletePublicUser,
  insertPublicUser,
  updatePublicUser,
} from './visibility-store.js'

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
  return inTransaction(ctx, async (inTx) => {
    await lockWallet(inTx.db, wallet)
    const before = await findProfile(inTx.db, wallet)
    const now = ctx.now()
    const { displayName = before?.displayName, handle = before?.handle } = change
    if (displayName === undefined || handle === undefined) {
      throw invalidInput('displayName and handle are required for a new profile.')
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
    await upsertProfile(inTx.db, profile)
    if (profile.isPublic) await publishProfile(inTx, { profile, wasPublic })
    else if (wasPublic) await hideProfile(inTx, wallet)
    return profile
  })
}

function readBody(body: ProfileBody) {
  const { accepted, problems } = readFields(profileRules, body)
  if (problems.length > 0) throw invalidInput(`${problems.join('. ')}.`)
  return accepted
}

/**
 * Deletes the profile of a wallet with its picture, presence and follows. Returns false when there
 * is none. The handle stays reserved for 180 days without the wallet. Scores stay: they follow from
 * the ledger.
 */
export function eraseProfile(ctx: Context, wallet: Address): Promise<boolean> {
  return inTransaction(ctx, async (inTx) => {
    await lockWallet(inTx.db, wallet)
    await lockVisibility(inTx, wallet)
    const profile = await findProfile(inTx.db, wallet)
    if (profile?.isPublic) await hideProfile(inTx, wallet)
    await releaseHandles(inTx.db, { wallet, keptHashes: [], releasedAt: ctx.now() })
    await forgetReleasedHandles(inTx.db, wallet)
    if (!profile) return false

    await deleteFollows(inTx.db, wallet)
    await releasePicture(inTx, profile.avatarHash)
    await deleteAvatar(inTx.db, wallet)
    await deleteProfile(inTx.db, wallet)
    return true
  })
}

type VisibilityContext = Pick<TxContext, 'db'>

/**
 * Locks everything that a change of a wallet's visibility depends on: scores, the own profile, and
 * its follows, so that neighbors who change theirs at the same time take turns. Neighbors' profiles
 * stay free. Public users are locked last.
 */
async function lockVisibility({ db }: VisibilityContext, wallet: Address): Promise<void> {
  await lockScoresShared(db)
  await lockProfiles(db, [wallet])
  await lockFollows(db, wallet)
}

/** Makes a profile public, or updates the words that find it. Its visibility must be locked. */
async function publishProfile(
  ctx: VisibilityContext,
  { profile, wasPublic }: { profile: Profile; wasPublic: boolean },
): Promise<void> {
  const { wallet, displayName, handle, createdAt } = profile
  const nameKey = nameKeyOf(displayName)
  const words = searchWords(displayName, handle, wallet)
  if (wasPublic) {
    await updatePublicUser(ctx.db, { wallet, nameKey, words })
    return
  }
  await insertPublicUser(ctx.db, { wallet, nameKey, words, createdAt })
  await addToNeighbors(ctx.db, { wallet, count: 1 })
  await updateScoreVisibility(ctx.db, { wallet, isPublic: true })
}

/** Removes a public profile from every list, count and search. Its visibility must be locked. */
async function hideProfile(ctx: VisibilityContext, wallet: Address): Promise<void> {
  await addToNeighbors(ctx.db, { wallet, count: -1 })
  await deletePublicUser(ctx.db, wallet)
  await updateScoreVisibility(ctx.db, { wallet, isPublic: false })
}

const avatarBytes = 32_768

/**
 * Replaces the picture of a profile with the one in a data URI. The content must match its type.
 *
 * @throws {AppError} `invalid_input`, `not_found` without a profile.
 */
export async function putAvatar(
  ctx: Context,
  { wallet, image }: { wallet: Address; image: string },
): Promise<void> {
  const read = readImageData(image, { maxBytes: avatarBytes })
  if ('problem' in read) throw invalidInput(`image ${read.problem}.`)
  const picture = { field: 'image', isPublic: false }
  const hash = hashOfReference(await storeDataUri(ctx, read.value.text, picture)) ?? ''
  const isStored = await ctx.db.transaction(async (tx) => {
    const before = await findAvatarHash(tx, wallet)
    if (before !== hash) await releasePicture({ db: tx }, before)
    return replaceAvatar(tx, { wallet, hash })
  })
  if (!isStored) throw noProfile()
}

/** Removes the picture of a profile. */
export function removeAvatar(ctx: Context, wallet: Address): Promise<void> {
  return ctx.db.transaction(async (tx) => {
    await releasePicture({ db: tx }, await findAvatarHash(tx, wallet))
    await deleteAvatar(tx, wallet)
  })
}
