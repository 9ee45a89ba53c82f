import type { Address } from '../../../lib/hex.js'
import type { TxContext } from '../../../platform/context.js'
import { lockFollows } from '../follows/follow-store.js'
import { lockScoresShared, updateScoreVisibility } from '../scores/score-store.js'
import { nameKeyOf, searchWords } from '../search/user-query.js'
import { lockProfiles, type Profile } from './profile-store.js'
import {
  addToNeighbors,
  deletePublicUser,
  insertPublicUser,
  updatePublicUser,
} from './visibility-store.js'

type VisibilityContext = Pick<TxContext, 'db'>

/**
 * Locks everything that a change of a wallet's visibility depends on: scores, the own profile, and
 * its follows, so that neighbors who change theirs at the same time take turns. Neighbors' profiles
 * stay free. Public users are locked last.
 */
export async function lockVisibility({ db }: VisibilityContext, wallet: Address): Promise<void> {
  await lockScoresShared(db)
  await lockProfiles(db, [wallet])
  await lockFollows(db, wallet)
}

/** Makes a profile public, or updates the words that find it. Its visibility must be locked. */
export async function publishProfile(
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
export async function hideProfile(ctx: VisibilityContext, wallet: Address): Promise<void> {
  await addToNeighbors(ctx.db, { wallet, count: -1 })
  await deletePublicUser(ctx.db, wallet)
  await updateScoreVisibility(ctx.db, { wallet, isPublic: false })
}
