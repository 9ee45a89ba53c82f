import { formatCsv } from '../../../lib/format-csv.js'
import {
  type BaseUnits,
  baseUnitsToDecimal,
  centsToDecimal,
  microsToDecimal,
} from '../../../lib/money.js'
import { writeDay } from '../../../lib/time.js'
import { describeAsset } from '../../../platform/chain/assets/asset-name.js'
import { roundToCents } from '../round-parts.js'
import { asNumber } from '../send-csv.js'
import type { AssetFigures, SalesFigures } from './figures.js'
import type { Summary } from './get-summary.js'
import type { SummaryResponse } from './schemas.js'

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
