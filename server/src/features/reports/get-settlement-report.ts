import type { Currency } from '../../lib/currencies.js'
import { AppError } from '../../lib/errors.js'
import type { Address } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'
import type { Sale } from '../ledger/entry.js'
import { listSales, sumReceipts } from '../ledger/receipt-ledger.js'
import { listCurrencies } from './store.js'
import { sumFigures } from './sum-figures.js'
import { type Figures, type SaleSummary, summarizeSale } from './summarize-sale.js'

/** A span of time in Unix ms, both ends included. */
export type Span = { from: number; to: number }

export type SettlementReport = Span & {
  /** Newest first. */
  rows: (SaleSummary & { currency: Currency })[]
  totals: Figures
}

const maxRows = 10_000

/**
 * Reports a merchant's sales in a time range, from the ledger. Refunds appear on the row of their receipt, whenever
 * they were made.
 *
 * @throws {AppError} `invalid_input` when the range has too many sales.
 */
export async function getSettlementReport(
  ctx: Pick<TxContext, 'db'>,
  { merchant, from, to }: Span & { merchant: Address },
): Promise<SettlementReport> {
  const found = await listSales(ctx, { merchant, from, to, limit: maxRows + 1 })
  if (found.length > maxRows) {
    throw new AppError(
      'invalid_input',
      `The range has more than ${maxRows} sales. Shorten the range.`,
    )
  }
  const sales = latestOfEach(found)
  const receiptIds = sales.map(({ receiptId }) => receiptId)
  const sums = await sumReceipts(ctx, { merchant, receiptIds })
  const currencies = await listCurrencies(ctx.db, { merchant, receiptIds })
  const rows = sales.map((sale) => ({
    ...summarizeSale(sums.get(sale.receiptId) ?? [], sale),
    currency: currencies.get(sale.receiptId) ?? 'USD',
  }))
  return { from, to, rows, totals: sumFigures(rows) }
}

function latestOfEach(sales: readonly Sale[]): Sale[] {
  const seen = new Map<string, Sale>()
  for (const sale of sales) if (!seen.has(sale.receiptId)) seen.set(sale.receiptId, sale)
  return [...seen.values()]
}
