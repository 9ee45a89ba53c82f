import { formatCsv } from '../../../lib/format-csv.js'
import { type Address, checksumAddress } from '../../../lib/hex.js'
import { microsToDecimal } from '../../../lib/money.js'
import { writeDay } from '../../../lib/time.js'
import { type Context, inTransaction } from '../../../platform/context.js'
import { addFigures, type SalesFigures } from '../../reports/summary/figures.js'
import {
  type Days,
  listMerchantDays,
  type MerchantDay,
  type MerchantDays,
  sumAllMerchants,
  sumMerchantDays,
} from '../read-model/merchant-day-store.js'

type Figures = SalesFigures & { receipts: number; failures: number }

export type MerchantReport = Days & {
  /** Of all days, whatever the page. */
  totals: Figures
  /** The newest day first, each day by wallet. */
  rows: (Figures & Pick<MerchantDay, 'day' | 'merchant'>)[]
  /** The last row of a page that is not the last. */
  next: { day: number; merchant: Address } | null
}

/**
 * Returns a page of the sales, refunds, receipts and failures of a merchant, or of all, by UTC day.
 * Figures of sales are sums of the ledger, as in the summary of a merchant.
 */
export async function getMerchantReport(
  ctx: Context,
  input: MerchantDays & { after: { day: number; merchant: string } | null; limit: number },
): Promise<MerchantReport> {
  const { after, limit, ...days } = input
  return inTransaction(ctx, async ({ db }) => {
    // One snapshot, so that rows and totals agree.
    await db.query('set transaction isolation level repeatable read, read only')
    const listed = await listMerchantDays(db, { ...days, after, limit: limit + 1 })
    const keys = listed.slice(0, limit)
    const sums = await sumMerchantDays(db, { ...days, keys })
    const { sums: allSums, receipts, failures } = await sumAllMerchants(db, days)
    const byKey = new Map<string, typeof sums>()
    for (const sum of sums) byKey.set(keyOf(sum), [...(byKey.get(keyOf(sum)) ?? []), sum])
    const sumsOf = (key: MerchantDay) => byKey.get(keyOf(key)) ?? []
    const last = listed.length > limit ? keys.at(-1) : undefined
    return {
      ...days,
      totals: { ...addFigures(allSums), receipts, failures },
      rows: keys.map((key) => ({ ...addFigures(sumsOf(key)), ...key })),
      next: last ? { day: last.day, merchant: last.merchant } : null,
    }
  })
}

function keyOf({ day, merchant }: Pick<MerchantDay, 'day' | 'merchant'>): string {
  return `${day} ${merchant}`
}

function describeFigures(figures: Figures) {
  return {
    orders: figures.orders,
    volume: microsToDecimal(figures.volume),
    fees: microsToDecimal(figures.fees),
    platformFees: microsToDecimal(figures.platformFees),
    refunds: microsToDecimal(figures.refunds),
    net: microsToDecimal(figures.net),
    receipts: figures.receipts,
    failures: figures.failures,
  }
}

export function describeReport({ fromDay, toDay, totals, rows }: MerchantReport) {
  return {
    from: writeDay(fromDay),
    to: writeDay(toDay),
    totals: describeFigures(totals),
    days: rows.map(({ day, merchant, ...figures }) => ({
      date: writeDay(day),
      wallet: checksumAddress(merchant),
      ...describeFigures(figures),
    })),
  }
}

const names = [
  'orders',
  'volume',
  'fees',
  'platformFees',
  'refunds',
  'net',
  'receipts',
  'failures',
] as const

/** Formats a report as CSV. The last line has the totals, in the column `type`. */
export function formatReport(report: MerchantReport): string {
  const { days, totals } = describeReport(report)
  return formatCsv([
    ['type', 'date', 'wallet', ...names],
    ...days.map((day) => ['day', day.date, day.wallet, ...names.map((name) => day[name])]),
    ['total', '', '', ...names.map((name) => totals[name])],
  ])
}
