import { useState } from 'preact/hooks'
import { reportTexts as texts } from '../../core/texts/en-console-reports.js'
import { startOfDay } from '../format/days.js'
import { useFormats } from '../format/use-formats.js'
import { Panel } from '../panels/page.js'
import { type RowColumn, Rows } from '../panels/rows.js'
import { Plot } from '../parts/plot.js'

const noonMs = 43_200_000

/** Returns a function that names a day, such as "12 Nov". */
export function useDayName(): (day: string) => string {
  const { locale } = useFormats()
  const format = new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  })
  return (day) => format.format(startOfDay(day, 'UTC') + noonMs)
}

type DayPlotProps = {
  label: string
  days: readonly string[]
  now: readonly number[]
  /** Of the days before, in their order. */
  before: readonly number[] | null
  /** By default dollars. */
  formatValue?(value: number): string
}

/** Draws an amount by day, with that of the days before. A single day has no course. */
export function DayPlot({ label, days, now, before, formatValue }: DayPlotProps) {
  const formats = useFormats()
  const nameOf = useDayName()
  const money = (value: number) => formats.money(value, 'USD')
  if (days.length < 2) return null
  const beforeValues = before && days.map((_, index) => before[index] ?? null)
  return (
    <section class="card report-plot" aria-label={label}>
      <h2>{label}</h2>
      {before && (
        <p class="plot-legend soft" aria-hidden="true">
          <span class="legend-now">{texts.now}</span>
          <span class="legend-before">{texts.before}</span>
        </p>
      )}
      <Plot
        key={`${days[0]} ${days.length}`}
        label={label}
        pointsLabel={texts.day}
        points={days.map(nameOf)}
        lines={[
          ...(beforeValues
            ? [{ name: texts.before, kind: 'before' as const, values: beforeValues }]
            : []),
          { name: texts.now, kind: 'now', values: now },
        ]}
        formatTick={(value) => (formatValue ?? money)(value).replace(/\.00$/, '')}
        formatValue={formatValue ?? money}
      />
    </section>
  )
}

const shownDays = 14

type DayTableProps<Row> = {
  rows: readonly Row[]
  dayOf(row: Row): string
  columns: readonly RowColumn<Row>[]
}

/** Lists days, newest first. Each number opens the list of its day. */
export function DayTable<Row>({ rows, dayOf, columns }: DayTableProps<Row>) {
  const formats = useFormats()
  const [isWhole, setWhole] = useState(false)
  const newest = rows.toReversed()
  const shown = isWhole ? newest : newest.slice(0, shownDays)
  return (
    <Panel title={texts.byDay}>
      <Rows
        label={texts.byDay}
        rows={shown}
        keyOf={dayOf}
        columns={[
          {
            id: 'day',
            label: texts.day,
            cell: (row) => formats.day(startOfDay(dayOf(row), formats.timeZone) + noonMs),
          },
          ...columns,
        ]}
      />
      {shown.length < rows.length && (
        <button type="button" class="button more-rows" onClick={() => setWhole(true)}>
          {texts.allDays(formats.count(rows.length))}
        </button>
      )}
    </Panel>
  )
}
