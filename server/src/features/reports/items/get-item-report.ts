import { formatCsv } from '../../../lib/format-csv.js'
import type { Address } from '../../../lib/hex.js'
import { cents, centsToDecimal, sumCents } from '../../../lib/money.js'
import type { TxContext } from '../../../platform/context.js'
import { listSales } from '../../ledger/receipt-ledger.js'
import { sumByPeriod } from '../../ledger/sum-days.js'
import { type SoldItems, sumItems } from '../read-model/item-store.js'
import { boundsOf, type DaySpan, requireAtMost, type Span } from '../read-report-query.js'
import type { ItemReportResponse } from './schemas.js'

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
  const { merchant, from, to, limit } = input
  // The daily sums are cheaper to read than the sales.
  const sums = await sumByPeriod(ctx, {
    merchant,
    bounds: boundsOf([from], input),
    kinds: ['sale'],
  })
  const orders = sums.reduce((count, { postings }) => count + postings, 0)
  requireAtMost(maxSales, { count: orders, of: 'sales' })

  const sales = await listSales(ctx, { merchant, from, to, limit: maxSales + 1 })
  requireAtMost(maxSales, { count: sales.length, of: 'sales' })
  const receiptIds = [...new Set(sales.map(({ receiptId }) => receiptId))]
  return { from, to, ...(await sumItems(ctx.db, { merchant, receiptIds, limit })) }
}

export function describeItems({ from, to, items, count, sales }: ItemReport): ItemReportResponse {
  const listed = sumCents(items.map((item) => item.sales))
  return {
    ok: true,
    from,
    to,
    items: items.map((item) => ({ ...item, sales: centsToDecimal(item.sales) })),
    others: { items: count - items.length, sales: centsToDecimal(cents(sales - listed)) },
    totals: { items: count, sales: centsToDecimal(sales) },
  }
}

/** Formats an item report as CSV. The column `type` is that of the line, or `others` or `total`. */
export function formatItems(report: ItemReport): string {
  const { items, others, totals } = describeItems(report)
  return formatCsv([
    ['type', 'itemId', 'sku', 'label', 'qty', 'receipts', 'sales'],
    ...items.map(({ type, itemId, sku, label, qty, receipts, sales }) => [
      type,
      itemId ?? '',
      sku ?? '',
      label,
      qty,
      receipts,
      sales,
    ]),
    ['others', '', '', '', '', '', others.sales],
    ['total', '', '', '', '', '', totals.sales],
  ])
}
