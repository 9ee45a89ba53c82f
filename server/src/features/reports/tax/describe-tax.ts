import { formatCsv } from '../../../lib/format-csv.js'
import { microsToDecimal } from '../../../lib/money.js'
import { writeDay } from '../../../lib/time.js'
import type { SumPeriod } from '../../ledger/day-sum.js'
import type { TaxFigures, TaxReport } from './get-tax-report.js'
import type { TaxReportResponse } from './schemas.js'

export function describeTax({ from, to, period, rows, totals }: TaxReport): TaxReportResponse {
  return {
    ok: true,
    from,
    to,
    rows: rows.map(({ periodDay, jurisdiction, ...figures }) => ({
      period: writePeriod(periodDay, period),
      jurisdictionCode: jurisdiction === '' ? null : jurisdiction,
      ...describeFigures(figures),
    })),
    totals: describeFigures(totals),
  }
}

/** Formats a tax report as CSV. The column `type` is `jurisdiction` or `total`. */
export function formatTax(report: TaxReport): string {
  const { rows, totals } = describeTax(report)
  const components = Object.keys(totals.components).toSorted()
  const cells = ({
    orders,
    sales,
    refunds,
    tax,
    refundedTax,
    components: parts,
  }: typeof totals) => [
    orders,
    sales,
    refunds,
    tax,
    refundedTax,
    ...components.map((code) => parts[code] ?? 0),
  ]
  return formatCsv([
    [
      'type',
      'period',
      'jurisdictionCode',
      'orders',
      'sales',
      'refunds',
      'tax',
      'refundedTax',
      ...components.map((code) => `tax:${code}`),
    ],
    ...rows.map((row) => ['jurisdiction', row.period, row.jurisdictionCode ?? '', ...cells(row)]),
    ['total', '', '', ...cells(totals)],
  ])
}

function describeFigures({ orders, sales, refunds, tax, refundedTax, components }: TaxFigures) {
  return {
    orders,
    sales: microsToDecimal(sales),
    refunds: microsToDecimal(refunds),
    tax: microsToDecimal(tax),
    refundedTax: microsToDecimal(refundedTax),
    components: Object.fromEntries(
      [...components].map(([code, amount]) => [code, microsToDecimal(amount)]),
    ),
  }
}

/** Writes the period that begins with a day: `2026-01-31`, `2026-01` or `2026-Q1`. */
function writePeriod(day: number, period: SumPeriod): string {
  const date = writeDay(day)
  if (period === 'day') return date
  const month = date.replace(/-\d\d$/, '')
  if (period === 'month') return month
  return month.replace(/\d\d$/, (digits) => `Q${Math.ceil(Number(digits) / 3)}`)
}
