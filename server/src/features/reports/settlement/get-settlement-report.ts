import type { Address } from '../../../lib/hex.js'
import { type Cents, type Currency, cents, sumCents } from '../../../lib/money.js'
import type { TxContext } from '../../../platform/context.js'
import type { Sale } from '../../ledger/entry.js'
import { listSales, listUnsold, sumReceipts } from '../../ledger/receipt-ledger.js'
import { listCurrencies } from '../read-model/currency-store.js'
import { requireAtMost, type Span } from '../read-report-query.js'
import {
  type AmountsByName,
  type Figures,
  type SaleSummary,
  summarizeSale,
} from './summarize-sale.js'
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
 * Reports a merchant's sales in a time range, from the ledger, and the money received without a
 * sale. Refunds appear on the row of their receipt, whenever they were made.
 *
 * @throws {AppError} `invalid_input` when the range has too many sales or payments.
 */
export async function getSettlementReport(
  ctx: Pick<TxContext, 'db'>,
  { merchant, from, to }: Span & { merchant: Address },
): Promise<SettlementReport> {
  const postedSales = await listSales(ctx, { merchant, from, to, limit: maxRows + 1 })
  requireAtMost(maxRows, { count: postedSales.length, of: 'sales' })
  const sales = latestOfEach(postedSales)
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
  const latestSales = new Map<string, Sale>()
  for (const sale of sales)
    if (!latestSales.has(sale.receiptId)) latestSales.set(sale.receiptId, sale)
  return [...latestSales.values()]
}

export function sumFigures(rows: readonly Figures[]): Figures {
  const add = (of: (row: Figures) => Cents) => sumCents(rows.map(of))
  return {
    subtotal: add((row) => row.subtotal),
    taxes: sumNamed(rows.map((row) => row.taxes)),
    fee: add((row) => row.fee),
    total: add((row) => row.total),
    refunds: add((row) => row.refunds),
    net: add((row) => row.net),
    credit: add((row) => row.credit),
    recipients: sumNamed(rows.map((row) => row.recipients)),
  }
}

export function sumUnsold(rows: readonly UnsoldRow[]): Pick<UnsoldRow, 'usd' | 'recipients'> {
  return {
    usd: sumCents(rows.map(({ usd }) => usd)),
    recipients: sumNamed(rows.map(({ recipients }) => recipients)),
  }
}

/** Sums by name, sorted by name. */
function sumNamed(all: readonly AmountsByName[]): AmountsByName {
  const sums = new Map<string, Cents>()
  for (const [name, amount] of all.flatMap((amounts) => [...amounts])) {
    sums.set(name, cents((sums.get(name) ?? 0n) + amount))
  }
  return new Map([...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
