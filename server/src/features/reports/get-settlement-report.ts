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
  /** The newest first. */
  rows: (SaleSummary & { currency: Currency })[]
  totals: Figures
}

const maxRows = 10_000

/**
 * What a merchant sold in a span of time and what became of the money, out of the ledger. Refunds are on the row of
 * their receipt, whenever they were given.
 *
 * @throws {AppError} `invalid_input` when that is too much at once.
 */
export async function getSettlementReport(
  ctx: Pick<TxContext, 'db'>,
  { merchant, from, to }: Span & { merchant: Address },
): Promise<SettlementReport> {
  const found = await listSales(ctx, { merchant, from, to, limit: maxRows + 1 })
  if (found.length > maxRows) {
    throw new AppError(
      'invalid_input',
      `There are more than ${maxRows} sales from then to then; shorten the range`,
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
