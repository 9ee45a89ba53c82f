import type { TxContext } from '../../../platform/context.js'
import type { Shop } from '../complete-shop.js'
import type { ShopSettings } from '../schemas.js'
import { areNamesTaken, listNames, lockListedNames } from './listed-names.js'
import { type ListingReview, nameHashesOf } from './listing.js'

/**
 * Returns the review of a changed shop: pending when its name or slug resembles that of another
 * listed shop, or one that is reserved for another shop. Of two shops that take a name at the same
 * time, the first is listed. Call it in the transaction of the change.
 */
export async function reviewListing(
  ctx: TxContext,
  { shop, before, after }: { shop: Shop; before: ShopSettings; after: ShopSettings },
): Promise<ListingReview | null> {
  const { merchant, review } = shop
  const isPending = review?.state === 'pending'
  const isRenamed = before.name !== after.name || before.slug !== after.slug
  // A decision is about one name and slug.
  const decision = isRenamed || isPending ? null : review
  const isUntouched = before.listed === after.listed && !isRenamed && !isPending
  if (isUntouched || (!before.listed && !after.listed)) return decision

  await lockListedNames(ctx)
  if (!after.listed || decision?.state === 'rejected') {
    await listNames(ctx, { merchant, hashes: [] })
    return decision
  }

  const hashes = nameHashesOf(after)
  const wasListed = before.listed && review === null
  const isAdmitted =
    decision?.state === 'approved' || (wasListed && isPart(hashes, nameHashesOf(before)))
  const isFree = isAdmitted || !(await areNamesTaken(ctx, { merchant, hashes }))
  await listNames(ctx, { merchant, hashes: isFree ? hashes : [] })
  if (isFree) return decision
  ctx.db.afterCommit(() => ctx.log.info({ merchant }, 'a listing waits for review'))
  return isPending ? review : { state: 'pending', since: ctx.now() }
}

/** Another spelling of the same name does not cost a shop its listing. */
function isPart(hashes: readonly string[], listed: readonly string[]): boolean {
  return hashes.every((hash) => listed.includes(hash))
}
