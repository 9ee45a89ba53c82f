import type { UnixMs } from '../../../lib/time.js'
import type { ShopConfig } from '../schemas.js'
import { lookAlikeHashes } from './look-alike.js'

/** An operator's decision about a listing that resembles another one, or the wait for it. */
export type ListingReview = {
  state: 'pending' | 'approved' | 'rejected'
  since: UnixMs
}

/** Returns whether the directory shows a shop, and if not, why. */
export function listingOf(
  { listed }: Pick<ShopConfig, 'listed'>,
  review: ListingReview | null,
): ShopConfig['listing'] {
  if (!listed) return 'unlisted'
  if (review?.state === 'pending') return 'review'
  return review?.state === 'rejected' ? 'rejected' : 'listed'
}

/** Returns the hashes that a shop shares with shops whose name or slug resembles its own. */
export function nameHashesOf({ name, slug }: Pick<ShopConfig, 'name' | 'slug'>): string[] {
  const texts = [name, slug].filter((text) => text !== '')
  return [...new Set(texts.flatMap(lookAlikeHashes))]
}
