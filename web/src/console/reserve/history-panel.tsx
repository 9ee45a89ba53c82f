import { useLocation, useSearch } from 'wouter-preact'
import { reserveTexts as texts } from '../../core/texts/en-console-reserve.js'
import type { ResultOf } from '../api/api-types.js'
import { startOfDay } from '../format/days.js'
import { useFormats } from '../format/use-formats.js'
import { Loaded } from '../panels/loaded.js'
import { Panel } from '../panels/page.js'
import { useLoad } from '../panels/use-load.js'
import { Plot } from '../parts/plot.js'
import { Segments } from '../parts/segments.js'

type Day = ResultOf<'get', '/api/reserve/history'>['history'][number]

const ranges = ['30', '90', '365'] as const
const noonMs = 43_200_000

/** The reserve of a currency by day, against its target on that day. */
export function HistoryPanel() {
  const [path, navigate] = useLocation()
  const search = new URLSearchParams(useSearch())
  const days = ranges.find((value) => value === search.get('days')) ?? '30'
  const query = useLoad('/api/reserve/history', { query: { days: Number(days) } })
  const choose = (name: string, value: string) => {
    search.set(name, value)
    navigate(`${path}?${search}`, { replace: true })
  }
  const currencies = [...new Set((query.data?.history ?? []).map(({ currency }) => currency))]
  const chosen = search.get('currency')
  const currency = currencies.find((name) => name === chosen) ?? currencies[0]
  return (
    <Panel
      title={texts.history}
      note={texts.historyNote}
      actions={
        <>
          {currencies.length > 1 && currency && (
            <Segments
              label={texts.currency}
              value={currency}
              options={currencies.map((value) => ({ value, label: value }))}
              onChange={(value) => choose('currency', value)}
            />
          )}
          <Segments
            label={texts.range}
            value={days}
            options={ranges.map((value) => ({ value, label: texts.days[value] }))}
            onChange={(value) => choose('days', value)}
          />
        </>
      }
    >
      <Loaded
        query={query}
        empty={({ history }) => {
          const shown = history.filter((day) => day.currency === currency)
          return shown.length < 2 ? <p class="soft">{texts.noHistory}</p> : null
        }}
      >
        {({ history }) => (
          <HistoryPlot
            currency={currency ?? ''}
            days={history.filter((day) => day.currency === currency)}
          />
        )}
      </Loaded>
    </Panel>
  )
}

function HistoryPlot({ currency, days }: { currency: string; days: readonly Day[] }) {
  const { locale } = useFormats()
  const format = new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  })
  const amounts = new Intl.NumberFormat(locale, { maximumFractionDigits: 6 })
  return (
    <div class="reserve-plot">
      <p class="plot-keys soft" aria-hidden="true">
        <span class="key-now">{texts.reserved}</span>
        <span class="key-target">{texts.target}</span>
      </p>
      <Plot
        key={`${currency} ${days[0]?.date} ${days.length}`}
        label={texts.historyLabel(currency)}
        pointsLabel={texts.day}
        points={days.map(({ date }) => format.format(startOfDay(date, 'UTC') + noonMs))}
        lines={[
          { name: texts.target, kind: 'earlier', values: days.map(({ target }) => target) },
          { name: texts.reserved, kind: 'now', values: days.map(({ reserved }) => reserved) },
        ]}
        formatTick={(value) => amounts.format(value)}
        formatValue={(value) => amounts.format(value)}
      />
    </div>
  )
}
