import type { UnixMs } from '../../../lib/time.js'
import type { TxContext } from '../../../platform/context.js'
import { nameHashesOf } from './listing.js'
import { countInReview, listInReview, listResembled, type NamedShop } from './listing-store.js'

/** A shop that waits for a review. */
export type PendingListing = NamedShop & { since: UnixMs; resembles: NamedShop[] }

/** More are no help in a decision. */
const maxResembled = 5

/** Lists the shops that wait for a review with the listed shops they resemble, the longest wait first. */
export async function listReviews(
  ctx: Pick<TxContext, 'db'>,
  { limit }: { limit: number },
): Promise<{ listings: PendingListing[]; total: number }> {
  const [waiting, total] = [await listInReview(ctx.db, limit), await countInReview(ctx.db)]
  const listings: PendingListing[] = []
  for (const shop of waiting) {
    const hashes = nameHashesOf(shop)
    const { merchant } = shop
    const resembles = await listResembled(ctx.db, { merchant, hashes, limit: maxResembled })
    listings.push({ ...shop, resembles })
  }
  return { listings, total }
}
