import { formatCsv } from '../../../lib/format-csv.js'
import { writeDay } from '../../../lib/time.js'
import { asNumber } from '../as-number.js'
import { describeAssetFigures, describeFigures } from './describe-summary.js'
import type { SalesFigures } from './figures.js'
import type { Summary } from './get-summary.js'

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
  const byAsset = assets.map(describeAssetFigures).map((one) => {
    const { currency, volume, refunds, amount, refundedAmount } = one
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
