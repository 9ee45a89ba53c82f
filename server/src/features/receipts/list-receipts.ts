import type { Address } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'
import { type ReceiptFilter, writeCursor } from './read-receipt-query.js'
import type { Receipt } from './receipt.js'
import { listNamedReceipts, listReceipts as listRows } from './store.js'

/** One page of a merchant's receipts, the newest first, with where the next one begins. */
export async function listReceipts(
  ctx: Pick<TxContext, 'db'>,
  { merchant, filter }: { merchant: Address; filter: ReceiptFilter },
): Promise<{ receipts: Receipt[]; nextCursor: string | null }> {
  const found =
    filter.word === null
      ? await listRows(ctx.db, { merchant, ...filter, limit: filter.limit + 1 })
      : await listNamed(ctx, { merchant, filter, word: filter.word })

  const receipts = found.slice(0, filter.limit)
  const last = found.length > filter.limit ? receipts.at(-1) : undefined
  return { receipts, nextCursor: last ? writeCursor(last) : null }
}

/** Few have the same name, so the rest of the filter is for us and not for the database. */
async function listNamed(
  ctx: Pick<TxContext, 'db'>,
  { merchant, filter, word }: { merchant: Address; filter: ReceiptFilter; word: string },
): Promise<Receipt[]> {
  const { status, from, to, after } = filter
  const named = await listNamedReceipts(ctx.db, { merchant, word, limit: 1_000 })
  return named
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
