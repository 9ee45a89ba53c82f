import type { Address } from '../../../lib/hex.js'
import type { TxContext } from '../../../platform/context.js'
import { lockFollows } from '../follows/follow-store.js'
import { lockScoresShared, updateScoreVisibility } from '../scores/score-store.js'
import { nameKeyOf, searchWords } from '../search/search-words.js'
import type { Profile } from './profile.js'
import { lockProfiles } from './profile-store.js'
import {
  addToNeighbours,
  deletePublicUser,
  insertPublicUser,
  updatePublicUser,
} from './visibility-store.js'

type VisibilityContext = Pick<TxContext, 'db'>

/**
 * Locks everything that a change of a wallet's visibility depends on: scores, the own profile, and its follows, so that
 * neighbours who change theirs at the same time take turns. Neighbours' profiles stay free. Public users are locked last.
 */
export async function lockVisibility({ db }: VisibilityContext, wallet: Address): Promise<void> {
  await lockScoresShared(db)
  await lockProfiles(db, [wallet])
  await lockFollows(db, wallet)
}

/** Makes a profile public, whose visibility is locked. If it is public already, updates the words that find it. */
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
  await addToNeighbours(ctx.db, { wallet, count: 1 })
  await updateScoreVisibility(ctx.db, { wallet, isPublic: true })
}

/** Makes a public profile private, whose visibility is locked: it disappears from every list, count and search. */
export async function hideProfile(ctx: VisibilityContext, wallet: Address): Promise<void> {
  await addToNeighbours(ctx.db, { wallet, count: -1 })
  await deletePublicUser(ctx.db, wallet)
  await updateScoreVisibility(ctx.db, { wallet, isPublic: false })
}
