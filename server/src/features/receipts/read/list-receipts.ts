import type { Address } from '../../../lib/hex.js'
import type { TxContext } from '../../../platform/context.js'
import { maxOfRequest } from '../../../platform/limits/max-of.js'
import type { FullReceipt } from './describe-receipt.js'
import { listPage, type PageFilter } from './page-store.js'
import { writeCursor } from './read-receipt-query.js'

export type ReceiptList = {
  receipts: FullReceipt[]
  nextCursor: string | null
  thumbsOmitted: boolean
}

/**
 * Returns a page of a merchant's receipts, newest first, and the cursor of the next page. A page
 * that is too large leaves out thumbnails. If its receipts are too large without them, it ends
 * before its limit.
 */
export async function listReceipts(
  ctx: Pick<TxContext, 'db' | 'config'>,
  { merchant, filter }: { merchant: Address; filter: PageFilter },
): Promise<ReceiptList> {
  const maxBytes = maxOfRequest(ctx.config, 'page-bytes')
  const { page, next, exceedsWithThumbs } = await listPage(ctx.db, { merchant, filter, maxBytes })
  return {
    receipts: page,
    nextCursor: next && writeCursor(next),
    thumbsOmitted: filter.hasThumbs && exceedsWithThumbs,
  }
}
