import type { Address } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'
import { limits } from '../../platform/limits/limits.js'
import type { FullReceipt } from './describe-receipt.js'
import { listPage, type PageFilter } from './page-store.js'
import { writeCursor } from './read-receipt-query.js'

/**
 * Returns a page of a merchant's receipts, newest first, and the cursor of the next page. A page of large receipts ends
 * before its limit.
 */
export async function listReceipts(
  ctx: Pick<TxContext, 'db'>,
  { merchant, filter }: { merchant: Address; filter: PageFilter },
): Promise<{ receipts: FullReceipt[]; nextCursor: string | null }> {
  const maxBytes = limits['page-bytes'].most.request
  const { page, hasMore } = await listPage(ctx.db, { merchant, filter, maxBytes })
  const last = page.at(-1)
  return { receipts: page, nextCursor: last && hasMore ? writeCursor(last.receipt) : null }
}
