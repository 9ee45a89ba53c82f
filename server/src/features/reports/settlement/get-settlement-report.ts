import type { Address } from '../../../lib/hex.js'
import type { Currency } from '../../../lib/money.js'
import type { TxContext } from '../../../platform/context.js'
import type { Sale } from '../../ledger/entry.js'
import { listSales, listUnsold, sumReceipts } from '../../ledger/receipt-ledger.js'
import type { Span } from '../read-report-query.js'
import { requireAtMost } from '../require-at-most.js'
import { listCurrencies } from './store.js'
import { sumFigures, sumUnsold } from './sum-figures.js'
import { type Figures, type SaleSummary, summarizeSale } from './summarize-sale.js'
import { summarizeUnsold, type UnsoldRow } from './summarize-unsold.js'

export type SettlementReport = Span & {
  /** Newest first. */
  rows: (SaleSummary & { currency: Currency })[]
  totals: Figures
  /** Money on receipts that were not sold, and direct payments. Newest first. */
  receivedNotSold: { rows: UnsoldRow[]; totals: Pick<UnsoldRow, 'usd' | 'recipients'> }
}

const maxRows = 10_000

/**
 * Reports a merchant's sales in a time range, from the ledger, and the money received without a sale. Refunds appear on
 * the row of their receipt, whenever they were made.
 *
 * @throws {AppError} `invalid_input` when the range has too many sales or payments.
 */
export async function getSettlementReport(
  ctx: Pick<TxContext, 'db'>,
  { merchant, from, to }: Span & { merchant: Address },
): Promise<SettlementReport> {
  const found = await listSales(ctx, { merchant, from, to, limit: maxRows + 1 })
  requireAtMost(maxRows, { count: found.length, of: 'sales' })
  const sales = latestOfEach(found)
  const receiptIds = sales.map(({ receiptId }) => receiptId)
  const sums = await sumReceipts(ctx, { merchant, receiptIds })
  const currencies = await listCurrencies(ctx.db, { merchant, receiptIds })
  const rows = sales.map((sale) => ({
    ...summarizeSale(sums.get(sale.receiptId) ?? [], sale),
    currency: currencies.get(sale.receiptId) ?? 'USD',
  }))
  const unsold = await listUnsold(ctx, { merchant, from, to, limit: maxRows + 1 })
  requireAtMost(maxRows, { count: unsold.length, of: 'payments without a sale' })
  const received = unsold.flatMap(summarizeUnsold)
  return {
    from,
    to,
    rows,
    totals: sumFigures(rows),
    receivedNotSold: { rows: received, totals: sumUnsold(received) },
  }
}

function latestOfEach(sales: readonly Sale[]): Sale[] {
  const seen = new Map<string, Sale>()
  for (const sale of sales) if (!seen.has(sale.receiptId)) seen.set(sale.receiptId, sale)
  return [...seen.values()]
}
