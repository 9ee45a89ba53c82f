import { formatCsv } from '../../../lib/format-csv.js'
import type { Address } from '../../../lib/hex.js'
import { centsToDecimal, type Micros, micros, microsToDecimal } from '../../../lib/money.js'
import type { Context } from '../../../platform/context.js'
import { sumByPeriod } from '../../ledger/sum-days.js'
import {
  getSubscriptionFigures,
  type SubscriptionFigures,
} from '../../subscriptions/figures/get-figures.js'
import { boundsOf, type DaySpan, type Span, spanOf } from '../read-report-query.js'
import { rateOf, roundToCents } from '../round-parts.js'
import type { SubscriptionReportResponse } from './schemas.js'

export type SubscriptionReport = SubscriptionFigures &
  Span & {
    /** Charges in the ledger, minus reversed ones. */
    charges: number
    charged: Micros
    weeks: { from: number; charged: Micros }[]
  }

/** Reports a merchant's subscriptions. Charges come from the ledger. */
export async function getSubscriptionReport(
  ctx: Pick<Context, 'db' | 'now'>,
  input: DaySpan & { merchant: Address },
): Promise<SubscriptionReport> {
  const { merchant, from, to } = input
  const starts = weekStarts(input)
  const sums = await sumByPeriod(ctx, {
    merchant,
    bounds: boundsOf(starts, input),
    kinds: ['charge'],
  })
  const payments = sums.filter(({ account }) => account === 'customer_credit')
  return {
    from,
    to,
    charges: sums.reduce((count, { postings }) => count + postings, 0),
    charged: sumCharged(payments),
    weeks: starts.map((start, index) => ({
      from: start,
      charged: sumCharged(payments.filter(({ period }) => period === index)),
    })),
    ...(await getSubscriptionFigures(ctx, { merchant, from, to })),
  }
}

function sumCharged(payments: readonly { usdMicros: bigint }[]): Micros {
  return micros(payments.reduce((sum, { usdMicros }) => sum - usdMicros, 0n))
}

const daysPerWeek = 7

/** Returns the starts of the weeks of a range. The first one may have fewer days. */
function weekStarts({ fromDay, toDay, timeZone }: DaySpan): number[] {
  const weeks = Math.ceil((toDay - fromDay + 1) / daysPerWeek)
  return Array.from({ length: weeks }, (_, index) => {
    const day = Math.max(fromDay, toDay + 1 - (weeks - index) * daysPerWeek)
    return spanOf({ fromDay: day, toDay: day, timeZone }).from
  })
}

export function describeSubscriptions(report: SubscriptionReport): SubscriptionReportResponse {
  const { from, to, active, unpaid, paused, before, begun, ended, cohorts } = report
  return {
    ok: true,
    from,
    to,
    mrr: centsToDecimal(roundToCents(report.mrr)),
    active,
    unpaid,
    paused,
    new: begun,
    churned: ended,
    churnRate: rateOf(ended, before + begun),
    charges: report.charges,
    charged: microsToDecimal(report.charged),
    retried: report.retried,
    recovered: report.recovered,
    recoveredUsd: centsToDecimal(report.recoveredCents),
    failing: report.failing,
    failingUsd: centsToDecimal(report.failingCents),
    weeks: report.weeks.map(({ from: start, charged }) => ({
      from: start,
      charged: microsToDecimal(charged),
    })),
    cohorts: cohorts.map(({ month, begun: started, retained }) => ({
      month: writeMonth(month),
      started,
      retained,
    })),
  }
}

const figures = [
  'mrr',
  'active',
  'unpaid',
  'paused',
  'new',
  'churned',
  'churnRate',
  'charges',
  'charged',
  'retried',
  'recovered',
  'recoveredUsd',
  'failing',
  'failingUsd',
] as const

/** Formats a report of subscriptions as CSV. The column `type` is `total` or `cohort`. */
export function formatSubscriptions(report: SubscriptionReport): string {
  const { cohorts, weeks: _, ...totals } = describeSubscriptions(report)
  const months = Math.max(0, ...cohorts.map(({ retained }) => retained.length))
  const blank = (count: number): string[] => Array.from({ length: count }, () => '')
  return formatCsv([
    ['type', ...figures, 'month', 'started', ...blank(months).map((_, at) => `retained:${at}`)],
    ['total', ...figures.map((name) => totals[name]), '', '', ...blank(months)],
    ...cohorts.map(({ month, started, retained }) => [
      'cohort',
      ...blank(figures.length),
      month,
      started,
      ...retained,
      ...blank(months - retained.length),
    ]),
  ])
}

/** Writes a month, counted from January of the year 0, such as `2026-01`. */
function writeMonth(month: number): string {
  const [year, ofYear] = [Math.floor(month / 12), (month % 12) + 1]
  return `${String(year).padStart(4, '0')}-${String(ofYear).padStart(2, '0')}`
}
