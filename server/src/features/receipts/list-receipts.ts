import type { Address } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'
import { limits } from '../../platform/limits/limits.js'
import { findPlacesByTerm, listPlaces, type ReceiptPlace, readReceipts } from './page-store.js'
import { type ReceiptFilter, writeCursor } from './read-receipt-query.js'
import type { Receipt } from './receipt.js'

/** Measuring a receipt takes the database time too, so few are measured beyond the end of a page. */
const batchSize = 50

/**
 * Returns a page of a merchant's receipts, newest first, and the cursor of the next page. A page of large receipts ends
 * before its limit.
 */
export async function listReceipts(
  ctx: Pick<TxContext, 'db'>,
  { merchant, filter }: { merchant: Address; filter: ReceiptFilter },
): Promise<{ receipts: Receipt[]; nextCursor: string | null }> {
  const places =
    filter.term === null
      ? await listPlaces(ctx.db, { merchant, ...filter, limit: filter.limit + 1 })
      : await listByTerm(ctx, { merchant, filter, term: filter.term })

  const wanted = places.slice(0, filter.limit)
  const receipts = await readPage(ctx, { merchant, ids: wanted.map(({ id }) => id) })
  // A receipt may have been deleted in the meantime.
  const last = receipts.at(-1) ?? wanted.at(-1)
  const hasMore = last !== undefined && last.id !== places.at(-1)?.id
  return { receipts, nextCursor: hasMore ? writeCursor(last) : null }
}

async function readPage(
  ctx: Pick<TxContext, 'db'>,
  { merchant, ids }: { merchant: Address; ids: readonly string[] },
): Promise<Receipt[]> {
  const page: Receipt[] = []
  let maxBytes: number = limits['page-bytes'].most.request
  for (let start = 0; start < ids.length && maxBytes > 0; start += batchSize) {
    const batch = ids.slice(start, start + batchSize)
    const { receipts, bytes } = await readReceipts(ctx.db, { merchant, ids: batch, maxBytes })
    page.push(...receipts)
    maxBytes -= bytes
  }
  return page
}

/** Filters in memory: few receipts match the same search term. */
async function listByTerm(
  ctx: Pick<TxContext, 'db'>,
  { merchant, filter, term }: { merchant: Address; filter: ReceiptFilter; term: string },
): Promise<ReceiptPlace[]> {
  const { status, from, to, after, limit } = filter
  const found = await findPlacesByTerm(ctx.db, { merchant, term, limit: 1_000 })
  return found
    .filter(
      (place) =>
        (status === null || place.status === status) &&
        place.createdAt >= from &&
        place.createdAt <= to &&
        isBefore(place, after),
    )
    .sort((a, b) => (isBefore(a, b) ? 1 : -1))
    .slice(0, limit + 1)
}

function isBefore(a: { createdAt: number; id: string }, b: { createdAt: number; id: string }) {
  return a.createdAt < b.createdAt || (a.createdAt === b.createdAt && a.id < b.id)
}
