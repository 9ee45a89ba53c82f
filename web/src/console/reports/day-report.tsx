import { useQuery } from '@tanstack/preact-query'
import { Link } from 'wouter-preact'
import { reportTexts } from '../../core/texts/en-console-reports.js'
import { useFormats } from '../format/use-formats.js'
import { Loaded } from '../panels/loaded.js'
import { Panel } from '../panels/page.js'
import { Rows } from '../panels/rows.js'
import { useSession } from '../session/session.js'
import { DayPlot, DayTable } from './day-plot.js'
import { changeOf, type FigureItem, Figures, NumberLink, shareOf } from './figures.js'
import { NoSales } from './no-sales.js'
import { type Period, receiptsOf } from './period.js'
import { type HomeDay, queryOf, useHomeDays } from './use-reports.js'

type Name = 'tips' | 'refunds'

/** The filters of the receipts that each report counts. */
export const dayFilters = {
  tips: { time: 'sale', hasTip: 'true' },
  refunds: { time: 'refund' },
} as const

/** Tips by day: what buyers gave, how often, and how much of a sale. */
export function TipsReport({ period }: { period: Period }) {
  return <DayReport name="tips" period={period} />
}

/** Refunds by day: how much went back, of how many receipts, and what part of the sales. */
export function RefundsReport({ period }: { period: Period }) {
  return (
    <>
      <DayReport name="refunds" period={period} />
      <LatestRefunds period={period} />
    </>
  )
}

function DayReport({ name, period }: { name: Name; period: Period }) {
  const texts = reportTexts[name]
  const formats = useFormats()
  const days = useHomeDays(period.days)
  const before = useHomeDays(period.before)
  const amounts = (all: readonly HomeDay[]) => all.map((day) => day[name].usd)
  return (
    <Loaded
      query={days}
      empty={(all) => (all.every((day) => day[name].count === 0) ? <NoSales /> : null)}
    >
      {(all) => (
        <>
          <DayFigures name={name} days={all} before={before.data ?? null} period={period} />
          <DayPlot
            label={texts.plot}
            days={all.map(({ date }) => date)}
            now={amounts(all)}
            before={period.before && amounts(before.data ?? [])}
          />
          <DayTable
            rows={all}
            dayOf={({ date }) => date}
            columns={[
              {
                id: 'count',
                label: texts.count,
                isEnd: true,
                cell: (day) => (
                  <NumberLink href={`/receipts?${day[name].filter}`}>
                    {formats.count(day[name].count)}
                  </NumberLink>
                ),
              },
              {
                id: 'amount',
                label: texts.amount,
                isEnd: true,
                cell: (day) => (
                  <NumberLink href={`/receipts?${day[name].filter}`}>
                    {formats.money(day[name].usd, 'USD')}
                  </NumberLink>
                ),
              },
            ]}
          />
        </>
      )}
    </Loaded>
  )
}

type DayFiguresProps = {
  name: Name
  days: readonly HomeDay[]
  before: readonly HomeDay[] | null
  period: Period
}

function DayFigures({ name, days, before, period }: DayFiguresProps) {
  const texts = reportTexts[name]
  const { timeZone, money, count, percent } = useFormats()
  const now = sumUp(days, name)
  const earlier = before && sumUp(before, name)
  const names = ['amount', 'count', 'average', 'share'] as const
  const show = (figure: (typeof names)[number], value: number) => {
    if (figure === 'count') return count(value)
    return figure === 'share' ? percent(value) : money(value, 'USD')
  }
  return (
    <Figures
      label={texts.title}
      items={names.map(
        (figure): FigureItem => ({
          id: figure,
          label: texts[figure],
          value: show(figure, now[figure]),
          href: receiptsOf(period.days, timeZone, dayFilters[name]),
          isNeutral: name === 'refunds',
          before:
            earlier && period.before
              ? {
                  value: show(figure, earlier[figure]),
                  href: receiptsOf(period.before, timeZone, dayFilters[name]),
                  change: figure === 'share' ? null : changeOf(now[figure], earlier[figure]),
                }
              : null,
        }),
      )}
    />
  )
}

/** Adds up the days. The share is that of the sales. */
function sumUp(days: readonly HomeDay[], name: Name) {
  const add = (figure: 'sales' | Name, part: 'count' | 'usd') =>
    days.reduce((sum, day) => sum + day[figure][part], 0)
  const [amount, receipts] = [add(name, 'usd'), add(name, 'count')]
  return {
    amount,
    count: receipts,
    average: receipts === 0 ? 0 : Math.round((amount * 100) / receipts) / 100,
    share: shareOf(amount, add('sales', 'usd')),
  }
}

const shownRefunds = 20

/** The receipts with the newest refunds. */
function LatestRefunds({ period }: { period: Period }) {
  const texts = reportTexts.refunds
  const formats = useFormats()
  const { api, membership } = useSession()
  const { timeZone } = formats
  const list = useQuery({
    queryKey: ['panels', membership.wallet, '/api/receipts', 'refunds', period.days, timeZone],
    queryFn: ({ signal }) =>
      api.call('get', '/api/receipts', {
        query: {
          ...queryOf(period.days, timeZone),
          time: 'refund',
          archived: 'all',
          limit: shownRefunds,
          thumbs: '0',
        },
        signal,
      }),
  })
  if (list.data?.receipts.length === 0) return null
  return (
    <Panel
      title={texts.latest}
      actions={
        <Link href={receiptsOf(period.days, timeZone, dayFilters.refunds)}>{texts.all}</Link>
      }
    >
      <Loaded query={list}>
        {({ receipts }) => (
          <Rows
            label={texts.latest}
            rows={receipts}
            keyOf={({ receiptId }) => receiptId}
            columns={[
              {
                id: 'receipt',
                label: texts.receipt,
                cell: ({ receiptId }) => (
                  <Link href={`/receipts/${encodeURIComponent(receiptId)}`}>{receiptId}</Link>
                ),
              },
              {
                id: 'total',
                label: texts.total,
                isEnd: true,
                cell: ({ totalUsd }) => <span class="money">{formats.money(totalUsd, 'USD')}</span>,
              },
              {
                id: 'refunded',
                label: texts.amount,
                isEnd: true,
                cell: ({ receiptId, refundedUsd }) => (
                  <NumberLink href={`/receipts/${encodeURIComponent(receiptId)}`}>
                    {formats.money(refundedUsd ?? 0, 'USD')}
                  </NumberLink>
                ),
              },
            ]}
          />
        )}
      </Loaded>
    </Panel>
  )
}
