import { formatCsv } from '../../../lib/format-csv.js'
import type { Address } from '../../../lib/hex.js'
import { listLocalDays } from '../../../lib/local-days.js'
import {
  type BaseUnits,
  baseUnitsToDecimal,
  centsToDecimal,
  microsToDecimal,
} from '../../../lib/money.js'
import { writeDay } from '../../../lib/time.js'
import { describeAsset } from '../../../platform/chain/assets/asset-name.js'
import type { TxContext } from '../../../platform/context.js'
import type { PeriodSum } from '../../ledger/day-sum.js'
import { sumByPeriod } from '../../ledger/sum-days.js'
import { boundsOf, type DaySpan, type Span } from '../read-report-query.js'
import { roundToCents } from '../round-parts.js'
import { asNumber } from '../send-csv.js'
import { type AssetFigures, addFigures, type SalesFigures, summarizeAssets } from './figures.js'
import type { SummaryResponse } from './schemas.js'

export type Summary = Span & {
  totals: SalesFigures
  /** Every day of the range, oldest first. */
  days: (SalesFigures & { day: number })[]
  /** The asset with the highest volume first. */
  assets: AssetFigures[]
}

/** Summarizes a merchant's sales and refunds by day and by asset, from the sums of the ledger. */
export async function getSummary(
  ctx: Pick<TxContext, 'db'>,
  input: DaySpan & { merchant: Address },
): Promise<Summary> {
  const { merchant, from, to, timeZone } = input
  const days = listLocalDays(input, timeZone)
  const bounds = boundsOf(
    days.map((day) => day.from),
    input,
  )
  const sums = await sumByPeriod(ctx, { merchant, bounds, kinds: ['sale', 'refund'] })
  const byDay = days.map((): PeriodSum[] => [])
  for (const sum of sums) byDay[sum.period]?.push(sum)
  return {
    from,
    to,
    totals: addFigures(sums),
    days: days.map(({ day }, index) => ({ day, ...addFigures(byDay[index] ?? []) })),
    assets: summarizeAssets(sums),
  }
}

export function describeSummary({ from, to, totals, days, assets }: Summary): SummaryResponse {
  return {
    ok: true,
    from,
    to,
    totals: describeFigures(totals),
    days: days.map(({ day, ...figures }) => ({
      date: writeDay(day),
      ...describeFigures(figures),
    })),
    currencies: assets.map(describeAssetFigures),
  }
}

function describeFigures(figures: SalesFigures) {
  const { orders, volume } = figures
  const average = orders > 0 ? roundToCents(volume / BigInt(orders)) : roundToCents(0n)
  return {
    orders,
    volume: microsToDecimal(volume),
    average: centsToDecimal(average),
    subtotal: microsToDecimal(figures.subtotal),
    taxes: microsToDecimal(figures.taxes),
    fees: microsToDecimal(figures.fees),
    platformFees: microsToDecimal(figures.platformFees),
    refunds: microsToDecimal(figures.refunds),
    net: microsToDecimal(figures.net),
  }
}

function describeAssetFigures(figures: AssetFigures) {
  const { asset, units, refundedUnits, volume, refunds } = figures
  const { symbol, decimals } = describeAsset(asset)
  const write = (amount: BaseUnits) => baseUnitsToDecimal(amount, decimals)
  return {
    currency: symbol ?? asset,
    asset,
    amount: write(units),
    refundedAmount: write(refundedUnits),
    volume: microsToDecimal(volume),
    refunds: microsToDecimal(refunds),
  }
}

const head = [
  'type',
  'date',
  'currency',
  'orders',
  'volume',
  'average',
  'subtotal',
  'taxes',
  'fees',
  'platformFees',
  'refunds',
  'net',
  'amount',
  'refundedAmount',
]

/** Formats a summary as CSV. The column `type` is `day`, `currency` or `total`. */
export function formatSummary({ totals, days, assets }: Summary): string {
  const byAsset = assets.map(describeAssetFigures).map((figures) => {
    const { currency, volume, refunds, amount, refundedAmount } = figures
    const amounts = [amount, refundedAmount].map(asNumber)
    return ['currency', '', currency, '', volume, '', '', '', '', '', refunds, '', ...amounts]
  })
  return formatCsv([
    head,
    ...days.map(({ day, ...figures }) => ['day', writeDay(day), '', ...cellsOf(figures)]),
    ...byAsset,
    ['total', '', '', ...cellsOf(totals)],
  ])
}

function cellsOf(figures: SalesFigures): (number | string)[] {
  const { orders, volume, average, subtotal, taxes, fees, platformFees, refunds, net } =
    describeFigures(figures)
  return [orders, volume, average, subtotal, taxes, fees, platformFees, refunds, net, '', '']
}
