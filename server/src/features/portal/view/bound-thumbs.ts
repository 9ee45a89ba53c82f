import { type ThumbOf, withoutThumbs } from '../../media/load-thumbs.js'
import type { ReceiptLine } from '../../receipts/receipt.js'

/** All thumbnails of a response together. Buyers load it over slow connections, and more than once. */
const maxCharacters = 6 * 1_024

/**
 * Leaves out all thumbnails of a receipt when they are too large together. Its lines still refer to their pictures by hash.
 */
export function boundThumbs(
  thumbOf: ThumbOf,
  lines: readonly Pick<ReceiptLine, 'thumb'>[],
): ThumbOf {
  const characters = lines.reduce((sum, { thumb }) => sum + (thumbOf(thumb)?.length ?? 0), 0)
  return characters > maxCharacters ? withoutThumbs : thumbOf
}
