import { Link, useLocation, useSearch } from 'wouter-preact'
import { startOfDay } from '../format/days.js'
import { useFormats } from '../format/use-formats.js'
import { Plot } from '../parts/plot.js'
import { Segments } from '../parts/segments.js'
import { Failed, StaleBanner } from '../parts/states.js'
import { useConsoleTexts } from '../texts.js'
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
  const [, navigate] = useLocation()
  const range = readRange(useSearch())
  const figures = useFigures(range)
  const week = useFigures('7')
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
          <Segments
            label={texts.ranges.label}
            options={ranges.map((value) => ({ value, label: texts.ranges[value] }))}
            value={range}
            onChange={(value) => navigate(value === 'today' ? '/' : `/?range=${value}`)}
          />
          {data && <Total period={data.current} range={range} />}
          {data && <Comparisons report={data} range={range} />}
        </div>
        {/* A single day has no course, so the plot shows its week. */}
        {range === 'today'
          ? week.data && <SalesPlot report={week.data} />
          : data && <SalesPlot report={data} />}
      </section>
      {data && <FigureRow report={data} range={range} />}
    </>
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
  const { current, previous, lastWeek } = report
  const weekday = new Intl.DateTimeFormat(formats.locale, { weekday: 'long', timeZone: 'UTC' })
  const isDay = range === 'today'
  const rows = [
    {
      label: isDay ? texts.yesterday : texts.before(formats.count(daysOf[range])),
      period: previous,
      // A day that is not over yet says nothing about the whole of another one.
      change: isDay ? null : changeOf(current.totals.sales.usd, previous.totals.sales.usd),
    },
    ...(isDay
      ? [
          {
            label: texts.weekBefore(weekday.format(startOfDay(lastWeek.fromDay, 'UTC') + noonMs)),
            period: lastWeek,
            change: null,
          },
        ]
      : []),
  ]
  return (
    <dl class="sales-before">
      {rows.map(({ label, period, change }) => (
        <div key={label}>
          <dt>
            {change !== null && (
              <b class={change < 0 ? 'bad-text' : 'good-text'}>
                {change > 0 && '+'}
                {formats.percent(Math.round(change * 100) / 100)}{' '}
              </b>
            )}
            {label}
          </dt>
          <dd>
            <Link href={linkOf(period.totals.sales)} class="money">
              {formats.money(period.totals.sales.usd, 'USD')}
            </Link>
          </dd>
        </div>
      ))}
    </dl>
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
  return (
    <Plot
      key={current.days.length}
      label={texts.label}
      pointsLabel={texts.day}
      points={current.days.map(({ date }) => day.format(startOfDay(date, 'UTC') + noonMs))}
      lines={[
        { name: texts.before, kind: 'before', values: salesOf(previous) },
        { name: texts.now, kind: 'now', values: salesOf(current) },
      ]}
      formatTick={(value) => money(value).replace(/\.00$/, '')}
      formatValue={money}
    />
  )
}
