import { reportTexts } from '../../core/texts/en-console-reports.js'
import type { ResultOf } from '../api/api-types.js'
import type { DayRange } from '../format/date-ranges.js'
import { useFormats } from '../format/use-formats.js'
import { Loaded } from '../panels/loaded.js'
import { Panel } from '../panels/page.js'
import { Rows } from '../panels/rows.js'
import { DayPlot, DayTable } from './day-plot.js'
import { changeOf, type FigureItem, Figures, NumberLink } from './figures.js'
import { NoSales } from './no-sales.js'
import { type Period, receiptsOf } from './period.js'
import { useReports } from './use-reports.js'

const texts = reportTexts.sales

type Summary = ResultOf<'get', '/api/reports/summary'>
type Totals = Summary['totals']
type MoneyName = 'volume' | 'taxes' | 'fees' | 'refunds' | 'net'

/** The sales: totals, a plot, and the days and currencies behind them. */
export function SalesReport({ period, search }: { period: Period; search: string }) {
  const { timeZone } = useFormats()
  const { now, before } = useReports('/api/reports/summary', period)
  return (
    <Loaded
      query={now}
      empty={({ totals }) =>
        totals.orders === 0 && totals.volume === 0 && totals.refunds === 0 ? <NoSales /> : null
      }
    >
      {(summary) => (
        <>
          <SalesFigures
            totals={summary.totals}
            before={before.data?.totals}
            period={period}
            search={search}
          />
          <DayPlot
            label={texts.plot}
            days={summary.days.map(({ date }) => date)}
            now={summary.days.map(({ volume }) => volume)}
            before={period.before && (before.data?.days ?? []).map(({ volume }) => volume)}
          />
          <Currencies currencies={summary.currencies} search={search} />
          <SalesDays days={summary.days} timeZone={timeZone} />
        </>
      )}
    </Loaded>
  )
}

type SalesFiguresProps = {
  totals: Totals
  before: Totals | undefined
  period: Period
  search: string
}

function SalesFigures({ totals, before, period, search }: SalesFiguresProps) {
  const formats = useFormats()
  const { timeZone } = formats
  const linkOf = (name: MoneyName | 'orders', days: DayRange) => {
    if (name === 'taxes') return `/reports/tax${search && `?${search}`}`
    if (name === 'net') return `/reports/settlement${search && `?${search}`}`
    return receiptsOf(days, timeZone, { time: name === 'refunds' ? 'refund' : 'sale' })
  }
  const show = (name: MoneyName | 'orders', value: number) =>
    name === 'orders' ? formats.count(value) : formats.money(value, 'USD')
  const names = ['volume', 'orders', 'taxes', 'fees', 'refunds', 'net'] as const
  const items = names.map((name): FigureItem => {
    const earlier = before?.[name]
    return {
      id: name,
      label: texts.figures[name],
      value: show(name, totals[name]),
      href: linkOf(name, period.days),
      ...(name === 'orders' && { note: texts.average(formats.money(totals.average, 'USD')) }),
      isNeutral: name === 'taxes' || name === 'fees' || name === 'refunds',
      before:
        earlier === undefined || !period.before
          ? null
          : {
              value: show(name, earlier),
              // The address has no days of the comparison, so its own list is that of receipts.
              href: receiptsOf(period.before, timeZone, {
                time: name === 'refunds' ? 'refund' : 'sale',
              }),
              change: changeOf(totals[name], earlier),
            },
    }
  })
  return <Figures label={texts.title} items={items} />
}

function Currencies({ currencies, search }: { currencies: Summary['currencies']; search: string }) {
  const formats = useFormats()
  if (currencies.length === 0) return null
  const hrefOf = (currency: string) => {
    const values = new URLSearchParams(search)
    values.set('token', currency)
    return `/reports/settlement?${values}`
  }
  return (
    <Panel title={texts.currencies} note={texts.currenciesNote}>
      <Rows
        label={texts.currencies}
        rows={currencies}
        keyOf={({ asset }) => asset}
        columns={[
          { id: 'currency', label: texts.currency, cell: ({ currency }) => <b>{currency}</b> },
          {
            id: 'amount',
            label: texts.amount,
            isEnd: true,
            cell: ({ currency, amount }) => (
              <NumberLink href={hrefOf(currency)}>{formats.token(amount)}</NumberLink>
            ),
          },
          {
            id: 'refunded',
            label: texts.refunded,
            isEnd: true,
            cell: ({ refundedAmount }) => (
              <span class="money">{formats.token(refundedAmount)}</span>
            ),
          },
          {
            id: 'volume',
            label: texts.value,
            isEnd: true,
            cell: ({ currency, volume }) => (
              <NumberLink href={hrefOf(currency)}>{formats.money(volume, 'USD')}</NumberLink>
            ),
          },
        ]}
      />
    </Panel>
  )
}

function SalesDays({ days, timeZone }: { days: Summary['days']; timeZone: string }) {
  const formats = useFormats()
  const money = (name: 'volume' | 'taxes' | 'refunds' | 'net') => ({
    id: name,
    label: texts.figures[name],
    isEnd: true,
    cell: (day: Summary['days'][number]) => (
      <NumberLink
        href={receiptsOf({ first: day.date, last: day.date }, timeZone, {
          time: name === 'refunds' ? 'refund' : 'sale',
        })}
      >
        {formats.money(day[name], 'USD')}
      </NumberLink>
    ),
  })
  return (
    <DayTable
      rows={days}
      dayOf={({ date }) => date}
      columns={[
        {
          id: 'orders',
          label: texts.figures.orders,
          isEnd: true,
          cell: ({ date, orders }) => (
            <NumberLink href={receiptsOf({ first: date, last: date }, timeZone, { time: 'sale' })}>
              {formats.count(orders)}
            </NumberLink>
          ),
        },
        money('volume'),
        money('taxes'),
        money('refunds'),
        money('net'),
      ]}
    />
  )
}
