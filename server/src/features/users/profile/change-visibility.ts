import type { Address } from '../../../lib/hex.js'
import type { TxContext } from '../../../platform/context.js'
import { lockScores, updateScoreVisibility } from '../scores/score-store.js'
import { nameKeyOf, searchWords } from '../search/search-words.js'
import type { Profile } from './profile.js'
import {
  addToNeighbours,
  deletePublicUser,
  insertPublicUser,
  updatePublicUser,
} from './visibility-store.js'

type VisibilityContext = Pick<TxContext, 'db'>

/** Makes a locked profile public, or updates how it is found when it is public already. */
export async function showProfile(
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
  await lockScores(ctx.db)
  await insertPublicUser(ctx.db, { wallet, nameKey, words, createdAt })
  await addToNeighbours(ctx.db, { wallet, count: 1 })
  await updateScoreVisibility(ctx.db, { wallet, isPublic: true })
}

/** Makes a locked public profile private: it disappears from every list, count and search. */
export async function hideProfile(ctx: VisibilityContext, wallet: Address): Promise<void> {
  await lockScores(ctx.db)
  await addToNeighbours(ctx.db, { wallet, count: -1 })
  await deletePublicUser(ctx.db, wallet)
  await updateScoreVisibility(ctx.db, { wallet, isPublic: false })
}
