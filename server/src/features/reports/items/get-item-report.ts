import type { Address } from '../../../lib/hex.js'
import type { TxContext } from '../../../platform/context.js'
import { listSales } from '../../ledger/receipt-ledger.js'
import { sumByDay } from '../../ledger/sum-days.js'
import type { DaySpan } from '../read-day-query.js'
import { type SoldItems, sumItems } from '../read-model/item-store.js'
import { requireAtMost, type Span } from '../read-report-query.js'

export type ItemReport = SoldItems & Span

/** The lines of each are read from its receipt. */
const maxSales = 50_000

/**
 * Reports the items with the highest sales, from the receipts whose sales in the range stand in the
 * ledger.
 *
 * @throws {AppError} `invalid_input` when the range has too many sales.
 */
export async function getItemReport(
  ctx: Pick<TxContext, 'db'>,
  input: DaySpan & { merchant: Address; limit: number },
): Promise<ItemReport> {
  const { merchant, from, to, fromDay, toDay, limit } = input
  // The daily sums are cheaper to read than the sales.
  const sums = await sumByDay(ctx, { merchant, fromDay, toDay, kinds: ['sale'] })
  const orders = sums.reduce((count, { postings }) => count + postings, 0)
  requireAtMost(maxSales, { count: orders, of: 'sales' })

  const sales = await listSales(ctx, { merchant, from, to, limit: maxSales + 1 })
  requireAtMost(maxSales, { count: sales.length, of: 'sales' })
  const receiptIds = [...new Set(sales.map(({ receiptId }) => receiptId))]
  return { from, to, ...(await sumItems(ctx.db, { merchant, receiptIds, limit })) }
}
