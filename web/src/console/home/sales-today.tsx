import { Link, useLocation, useSearch } from 'wouter-preact'
import { startOfDay } from '../format/days.js'
import { useFormats } from '../format/use-formats.js'
import { Plot } from '../parts/plot.js'
import { Segments } from '../parts/segments.js'
import { Failed, StaleBanner } from '../parts/states.js'
import { useNow } from '../shell/service-clock.js'
import { useConsoleTexts } from '../texts.js'
import { dayCourse } from './day-course.js'
import { FigureRow } from './figure-row.js'
import {
  changeOf,
  daysOf,
  type HomePeriod,
  type HomeReport,
  linkOf,
  type Range,
  ranges,
  readRange,
} from './figures.js'
import { useFigures } from './use-home.js'

const noonMs = 43_200_000

/** The sales of a range against the time before, with a plot. */
export function SalesToday() {
  const texts = useConsoleTexts().home
  const range = readRange(useSearch())
  const figures = useFigures(range)
  const { data } = figures
  if (figures.isError && !data) {
    return (
      <Failed
        error={figures.error}
        title={texts.failed}
        kept={texts.kept}
        onRetry={() => void figures.refetch()}
      />
    )
  }
  return (
    <>
      {figures.isError && (
        <StaleBanner since={figures.dataUpdatedAt} onReload={() => void figures.refetch()} />
      )}
      <section class="card sales" aria-label={texts.sales[range]} aria-busy={!data}>
        <div class="sales-figures">
          {data && <Total period={data.current} range={range} />}
          {data && <Comparisons report={data} range={range} />}
        </div>
        {data && (range === 'today' ? <DayPlot report={data} /> : <SalesPlot report={data} />)}
      </section>
      {data && <FigureRow report={data} range={range} />}
    </>
  )
}

/** Chooses the range, which the address keeps. */
export function RangeChoice() {
  const texts = useConsoleTexts().home
  const [, navigate] = useLocation()
  return (
    <Segments
      label={texts.ranges.label}
      options={ranges.map((value) => ({ value, label: texts.ranges[value] }))}
      value={readRange(useSearch())}
      onChange={(value) => navigate(value === 'today' ? '/' : `/?range=${value}`)}
    />
  )
}

function Total({ period, range }: { period: HomePeriod; range: Range }) {
  const texts = useConsoleTexts().home
  const formats = useFormats()
  const { sales } = period.totals
  return (
    <p class="sales-total">
      <span>{texts.sales[range]}</span>
      <Link href={linkOf(sales)} class="money">
        {formats.money(sales.usd, 'USD')}
      </Link>
    </p>
  )
}

function Comparisons({ report, range }: { report: HomeReport; range: Range }) {
  const texts = useConsoleTexts().home.compare
  const formats = useFormats()
  const weekday = useWeekday()
  const { current, previous, lastWeek } = report
  /** A day compares with the same time of another day. Before its first quarter, nothing does. */
  const compareDays = (before: HomePeriod, name: string) => {
    const [now, then] = [current.soFar, before.soFar]
    if (!now || !then) {
      const label = texts.wholeDay(name)
      return { label, figure: before.totals.sales, change: null }
    }
    const label = texts.until(name, formats.clock(now.to + 1))
    return { label, figure: then.sales, change: changeOf(now.sales.usd, then.sales.usd) }
  }
  const rows =
    range === 'today'
      ? [
          compareDays(previous, texts.yesterday),
          compareDays(lastWeek, texts.weekday(weekday(lastWeek.fromDay))),
        ]
      : [
          {
            label: texts.before(formats.count(daysOf[range])),
            figure: previous.totals.sales,
            change: changeOf(current.totals.sales.usd, previous.totals.sales.usd),
          },
        ]
  return (
    <dl class="sales-before">
      {rows.map(({ label, figure, change }) => (
        <div key={label}>
          <dt>
            {change !== null && (
              <b class={change < 0 ? 'bad-text' : 'good-text'}>
                {change > 0 && '+'}
                {formats.percent(Math.round(change * 100) / 100)}{' '}
              </b>
            )}
            {change === null ? label : texts.on(label)}
          </dt>
          <dd>
            <Link href={linkOf(figure)} class="money">
              {formats.money(figure.usd, 'USD')}
            </Link>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The day added up by hour, against yesterday and the same day of last week. */
function DayPlot({ report }: { report: HomeReport }) {
  const texts = useConsoleTexts().home
  const formats = useFormats()
  const weekday = useWeekday()
  const now = useNow()
  const money = (amount: number) => formats.money(amount, 'USD')
  const { points, at, today, before, weekBefore } = dayCourse(report, now)
  return (
    <Plot
      key={`${points.length}`}
      label={texts.plot.labelDay}
      pointsLabel={texts.plot.until}
      points={points.map(formats.clock)}
      at={at}
      lines={[
        {
          name: texts.compare.weekdayName(weekday(report.lastWeek.fromDay)),
          kind: 'earlier',
          values: weekBefore,
          end: money(report.lastWeek.totals.sales.usd),
        },
        {
          name: texts.compare.yesterdayName,
          kind: 'before',
          values: before,
          end: money(report.previous.totals.sales.usd),
        },
        {
          name: texts.ranges.today,
          kind: 'now',
          values: today,
          mark: `${texts.ranges.today}, ${formats.clock(now)}`,
        },
      ]}
      formatTick={(value) => money(value).replace(/\.00$/, '')}
      formatValue={money}
    />
  )
}

function SalesPlot({ report }: { report: HomeReport }) {
  const texts = useConsoleTexts().home.plot
  const formats = useFormats()
  const language = formats.locale === 'en' ? 'en-GB' : formats.locale
  const day = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' })
  const { current, previous } = report
  const money = (amount: number) => formats.money(amount, 'USD')
  const salesOf = ({ days }: HomePeriod) => days.map(({ sales }) => sales.usd)
  const lastOf = ({ days }: HomePeriod) => money(days.at(-1)?.sales.usd ?? 0)
  return (
    <Plot
      key={current.days.length}
      label={texts.label}
      pointsLabel={texts.day}
      points={current.days.map(({ date }) => day.format(startOfDay(date, 'UTC') + noonMs))}
      lines={[
        { name: texts.before, kind: 'before', values: salesOf(previous), end: lastOf(previous) },
        { name: texts.now, kind: 'now', values: salesOf(current), end: lastOf(current) },
      ]}
      formatTick={(value) => money(value).replace(/\.00$/, '')}
      formatValue={money}
    />
  )
}

/** Returns the name of the weekday of a day such as "2026-01-31". */
function useWeekday() {
  const { locale } = useFormats()
  const names = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' })
  return (day: string) => names.format(startOfDay(day, 'UTC') + noonMs)
}
