import { Link } from 'wouter-preact'
import { reportTexts } from '../../core/texts/en-console-reports.js'
import type { ResultOf } from '../api/api-types.js'
import type { DayRange } from '../format/date-ranges.js'
import { dayAt, endOfDay, startOfDay } from '../format/days.js'
import { useFormats } from '../format/use-formats.js'
import { Loaded } from '../panels/loaded.js'
import { Panel } from '../panels/page.js'
import { Plot } from '../parts/plot.js'
import { useDayName } from './day-plot.js'
import { changeOf, type FigureItem, Figures } from './figures.js'
import { NoSales } from './no-sales.js'
import { daysOfPeriod, type Period } from './period.js'
import { useReports } from './use-reports.js'

const texts = reportTexts.subscriptions

type Report = ResultOf<'get', '/api/reports/subscriptions'>

const subscribers = '/subscriptions/subscribers'

/** Recurring revenue, who came and went, and how long subscribers stay. */
export function SubscriptionsReport({ period }: { period: Period }) {
  const { now, before } = useReports('/api/reports/subscriptions', period)
  return (
    <Loaded query={now} empty={(report) => (isEmpty(report) ? <NoSales /> : null)}>
      {(report) => (
        <>
          <SubscriptionFigures report={report} before={before.data} period={period} />
          <WeekPlot report={report} before={period.before ? before.data : undefined} />
          <Cohorts cohorts={report.cohorts} />
        </>
      )}
    </Loaded>
  )
}

const isEmpty = (report: Report) =>
  report.active + report.unpaid + report.paused + report.new + report.churned + report.charges === 0

type SubscriptionFiguresProps = { report: Report; before: Report | undefined; period: Period }

function SubscriptionFigures({ report, before, period }: SubscriptionFiguresProps) {
  const { timeZone, money, count, percent } = useFormats()
  const rangeOf = ({ first, last }: DayRange) => `${first}..${last}`
  const timesOf = ({ first, last }: DayRange) =>
    `from=${startOfDay(first, timeZone)}&to=${endOfDay(last, timeZone)}`
  const lists = {
    new: (days: DayRange) => `${subscribers}?created=${rangeOf(days)}`,
    churned: (days: DayRange) => `${subscribers}?status=over&ended=${rangeOf(days)}`,
    charged: (days: DayRange) => `/subscriptions/charges?status=succeeded&${timesOf(days)}`,
    recoveredUsd: (days: DayRange) =>
      `/subscriptions/charges?status=succeeded&retried=yes&${timesOf(days)}`,
  } as const
  const show = (name: keyof typeof lists, value: number) =>
    name === 'charged' || name === 'recoveredUsd' ? money(value, 'USD') : count(value)
  const notes = {
    new: undefined,
    churned: texts.churn(percent(report.churnRate)),
    charged: texts.charges(count(report.charges)),
    recoveredUsd: texts.recovered(count(report.recovered), count(report.retried)),
  }
  const ofRange = (Object.keys(lists) as (keyof typeof lists)[]).map((name): FigureItem => {
    const note = notes[name]
    return {
      id: name,
      label: texts.figures[name],
      value: show(name, report[name]),
      href: lists[name](period.days),
      ...(note !== undefined && { note }),
      isNeutral: name === 'churned',
      before:
        before && period.before
          ? {
              value: show(name, before[name]),
              href: lists[name](period.before),
              change: changeOf(report[name], before[name]),
            }
          : null,
    }
  })
  const ofNow: FigureItem[] = [
    {
      id: 'mrr',
      label: texts.figures.mrr,
      value: money(report.mrr, 'USD'),
      href: `${subscribers}?status=current`,
      note: texts.now,
    },
    {
      id: 'active',
      label: texts.figures.active,
      value: count(report.active),
      href: `${subscribers}?status=current`,
      note: texts.paused(count(report.paused)),
    },
  ]
  return <Figures label={texts.title} items={[...ofNow, ...ofRange]} />
}

/** Draws what each week charged. */
function WeekPlot({ report, before }: { report: Report; before: Report | undefined }) {
  const formats = useFormats()
  const nameOf = useDayName()
  const money = (amount: number) => formats.money(amount, 'USD')
  const { weeks } = report
  if (weeks.length < 2) return null
  return (
    <section class="card report-plot" aria-label={texts.plot}>
      <h2>{texts.plot}</h2>
      <Plot
        key={weeks.length}
        label={texts.plot}
        pointsLabel={texts.week}
        points={weeks.map(({ from }) => nameOf(dayAt(from, formats.timeZone)))}
        lines={[
          ...(before
            ? [
                {
                  name: reportTexts.before,
                  kind: 'before' as const,
                  values: weeks.map((_, index) => before.weeks[index]?.charged ?? null),
                },
              ]
            : []),
          {
            name: reportTexts.now,
            kind: 'now',
            values: weeks.map(({ charged }) => charged),
          },
        ]}
        formatTick={(value) => money(value).replace(/\.00$/, '')}
        formatValue={money}
      />
    </section>
  )
}

/** The subscriptions of each month, and the share that was left after so many months. */
function Cohorts({ cohorts }: { cohorts: Report['cohorts'] }) {
  const formats = useFormats()
  const started = cohorts.filter((cohort) => cohort.started > 0)
  const months = Math.max(0, ...started.map(({ retained }) => retained.length))
  if (started.length === 0) return null
  const span = { first: '0000-01-01', last: '9999-12-31' }
  return (
    <Panel title={texts.cohorts} note={texts.cohortsNote}>
      {/* Focusable, so that the keyboard can scroll it. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: It scrolls. */}
      <section class="cohorts" aria-label={texts.cohorts} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{texts.month}</th>
              <th scope="col" class="numeric">
                {texts.started}
              </th>
              {Array.from({ length: months }, (_, index) => (
                <th key={index} scope="col" class="numeric">
                  {texts.after(index + 1)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {started.map((cohort) => {
              const { first, last } = daysOfPeriod(cohort.month, span)
              return (
                <tr key={cohort.month}>
                  <th scope="row">{cohort.month}</th>
                  <td class="numeric">
                    <Link href={`${subscribers}?created=${first}..${last}`}>
                      {formats.count(cohort.started)}
                    </Link>
                  </td>
                  {Array.from({ length: months }, (_, index) => {
                    const kept = cohort.retained[index]
                    if (kept === undefined) return <td key={index} />
                    const share = kept / cohort.started
                    return (
                      <td
                        key={index}
                        class="numeric"
                        style={{ '--kept': `${Math.round(share * 30)}%` }}
                      >
                        {formats.percent(Math.round(share * 100) / 100)}
                      </td>
                    )
                  })}
                </tr>
              )
            })}
          </tbody>
        </table>
      </section>
    </Panel>
  )
}
