import { formatCsv } from '../../../lib/format-csv.js'
import { cents, centsToDecimal, sumCents } from '../../../lib/money.js'
import type { ItemReport } from './get-item-report.js'
import type { ItemReportResponse } from './schemas.js'

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
