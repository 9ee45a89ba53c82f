import { formatCsv } from '../../../lib/format-csv.js'
import type { Address } from '../../../lib/hex.js'
import { listLocalDays } from '../../../lib/local-days.js'
import { type Micros, micros, microsToDecimal } from '../../../lib/money.js'
import { DAY_MS, dayOf, writeDay } from '../../../lib/time.js'
import type { TxContext } from '../../../platform/context.js'
import type { JurisdictionSum, SumPeriod } from '../../ledger/day-sum.js'
import { sumByJurisdiction } from '../../ledger/sum-days.js'
import { boundsOf, type DaySpan, type Span } from '../read-report-query.js'
import { addFigures } from '../summary/figures.js'
import type { TaxReportResponse } from './schemas.js'

type TaxFigures = {
  orders: number
  /** Before tax and fee. */
  sales: Micros
  refunds: Micros
  /** Collected with sales, minus the tax of refunds. */
  tax: Micros
  refundedTax: Micros
  /** The parts of the tax by component. */
  components: ReadonlyMap<string, Micros>
}

export type TaxReport = Span & {
  period: SumPeriod
  /** By period, then by jurisdiction. */
  rows: (TaxFigures & { periodDay: number; jurisdiction: string })[]
  totals: TaxFigures
}

/** Reports the tax that a merchant collected and did not refund, from the sums of the ledger. */
export async function getTaxReport(
  ctx: Pick<TxContext, 'db'>,
  input: DaySpan & { merchant: Address; period: SumPeriod },
): Promise<TaxReport> {
  const { merchant, from, to, period } = input
  const periods = listPeriods(input)
  const bounds = boundsOf(
    periods.map((part) => part.from),
    input,
  )
  const sums = await sumByJurisdiction(ctx, { merchant, bounds, kinds: ['sale', 'refund'] })
  const groups = new Map<string, JurisdictionSum[]>()
  for (const sum of sums) {
    const name = `${sum.period} ${sum.jurisdiction}`
    const group = groups.get(name)
    if (group) group.push(sum)
    else groups.set(name, [sum])
  }
  const rows = [...groups.values()].flatMap((group) => {
    const [first] = group
    const part = first && periods[first.period]
    if (!part) return []
    const { jurisdiction } = first
    return [{ periodDay: part.day, jurisdiction, ...taxFigures(group) }]
  })
  return { from, to, period, rows, totals: taxFigures(sums) }
}

/** Lists the parts of a span that lie in different periods, with the first day of each period. */
function listPeriods({
  fromDay,
  toDay,
  timeZone,
  period,
}: DaySpan & { period: SumPeriod }): { day: number; from: number }[] {
  const periods = new Map<number, number>()
  for (const { day, from } of listLocalDays({ fromDay, toDay }, timeZone)) {
    const firstDay = firstDayOf(day, period)
    if (!periods.has(firstDay)) periods.set(firstDay, from)
  }
  return [...periods].map(([day, from]) => ({ day, from }))
}

/** Returns the first day of the period of a day, in days since 1970. */
function firstDayOf(day: number, period: SumPeriod): number {
  if (period === 'day') return day
  const date = new Date(day * DAY_MS)
  const month = date.getUTCMonth()
  const firstMonth = period === 'month' ? month : month - (month % 3)
  return dayOf(new Date(day * DAY_MS).setUTCMonth(firstMonth, 1))
}

function taxFigures(sums: readonly JurisdictionSum[]): TaxFigures {
  const { orders, subtotal, taxes, refunds, refundedTax } = addFigures(sums)
  const components = new Map<string, Micros>()
  for (const { account, usdMicros } of sums) {
    if (!account.startsWith('tax:')) continue
    const name = account.slice('tax:'.length)
    components.set(name, micros((components.get(name) ?? 0n) - usdMicros))
  }
  const tax = micros(taxes - refundedTax)
  return { orders, sales: subtotal, refunds, tax, refundedTax, components }
}

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
