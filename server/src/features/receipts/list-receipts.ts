import type { Address } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'
import { type ReceiptFilter, writeCursor } from './read-receipt-query.js'
import type { Receipt } from './receipt.js'
import { findReceiptsByTerm, listReceipts as listRows } from './store.js'

/** Returns a page of a merchant's receipts, newest first, and the cursor of the next page. */
export async function listReceipts(
  ctx: Pick<TxContext, 'db'>,
  { merchant, filter }: { merchant: Address; filter: ReceiptFilter },
): Promise<{ receipts: Receipt[]; nextCursor: string | null }> {
  const found =
    filter.term === null
      ? await listRows(ctx.db, { merchant, ...filter, limit: filter.limit + 1 })
      : await listByTerm(ctx, { merchant, filter, term: filter.term })

  const receipts = found.slice(0, filter.limit)
  const last = found.length > filter.limit ? receipts.at(-1) : undefined
  return { receipts, nextCursor: last ? writeCursor(last) : null }
}

/** Filters in memory: few receipts match the same search term. */
async function listByTerm(
  ctx: Pick<TxContext, 'db'>,
  { merchant, filter, term }: { merchant: Address; filter: ReceiptFilter; term: string },
): Promise<Receipt[]> {
  const { status, from, to, after } = filter
  const found = await findReceiptsByTerm(ctx.db, { merchant, term, limit: 1_000 })
  return found
    .filter(
      (receipt) =>
        (status === null || receipt.status === status) &&
        receipt.createdAt >= from &&
        receipt.createdAt <= to &&
        isBefore(receipt, after),
    )
    .sort((a, b) => (isBefore(a, b) ? 1 : -1))
}

function isBefore(a: { createdAt: number; id: string }, b: { createdAt: number; id: string }) {
  return a.createdAt < b.createdAt || (a.createdAt === b.createdAt && a.id < b.id)
}
