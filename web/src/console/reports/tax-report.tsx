import { useSearch } from 'wouter-preact'
import { reportTexts } from '../../core/texts/en-console-reports.js'
import type { ResultOf } from '../api/api-types.js'
import { useFormats } from '../format/use-formats.js'
import { Loaded } from '../panels/loaded.js'
import { Panel } from '../panels/page.js'
import { Rows } from '../panels/rows.js'
import { Plot } from '../parts/plot.js'
import { Segments } from '../parts/segments.js'
import { changeOf, Figures, NumberLink } from './figures.js'
import { NoSales } from './no-sales.js'
import { daysOfPeriod, type Period, receiptsOf } from './period.js'
import { usePeriod, useReports } from './use-reports.js'

const texts = reportTexts.tax

type TaxReport = ResultOf<'get', '/api/reports/tax'>
type Row = TaxReport['rows'][number]

const taxPeriods = ['month', 'quarter', 'day'] as const

/** Collected tax minus refunded tax, by period, jurisdiction and component. */
export function TaxReport({ period }: { period: Period }) {
  const { change } = usePeriod()
  const by = readTaxPeriod(useSearch())
  const { now, before } = useReports('/api/reports/tax', period, { period: by })
  return (
    <>
      <Segments
        label={texts.by}
        value={by}
        options={taxPeriods.map((value) => ({ value, label: texts.periods[value] }))}
        onChange={(value) => change({ by: value === 'month' ? null : value })}
      />
      <Loaded query={now} empty={({ rows }) => (rows.length === 0 ? <NoSales /> : null)}>
        {(report) => (
          <>
            <TaxFigures totals={report.totals} before={before.data?.totals} period={period} />
            <TaxPlot report={report} />
            <TaxRows report={report} period={period} />
          </>
        )}
      </Loaded>
    </>
  )
}

/** Returns how the address sums tax. */
export function readTaxPeriod(search: string): (typeof taxPeriods)[number] {
  const chosen = new URLSearchParams(search).get('by')
  return taxPeriods.find((value) => value === chosen) ?? 'month'
}

type TaxFiguresProps = {
  totals: TaxReport['totals']
  before: TaxReport['totals'] | undefined
  period: Period
}

function TaxFigures({ totals, before, period }: TaxFiguresProps) {
  const formats = useFormats()
  const money = (amount: number) => formats.money(amount, 'USD')
  const names = ['tax', 'refundedTax', 'sales'] as const
  return (
    <Figures
      label={texts.title}
      items={names.map((name) => {
        const time = name === 'refundedTax' ? 'refund' : 'sale'
        return {
          id: name,
          label: texts.figures[name],
          value: money(totals[name]),
          href: receiptsOf(period.days, formats.timeZone, { time }),
          isNeutral: true,
          before:
            before && period.before
              ? {
                  value: money(before[name]),
                  href: receiptsOf(period.before, formats.timeZone, { time }),
                  change: changeOf(totals[name], before[name]),
                }
              : null,
        }
      })}
    />
  )
}

/** Draws the tax of each period. A single one has no course. */
function TaxPlot({ report: { rows } }: { report: TaxReport }) {
  const formats = useFormats()
  const sums = new Map<string, number>()
  for (const { period, tax } of rows) sums.set(period, (sums.get(period) ?? 0) + tax)
  const money = (amount: number) => formats.money(amount, 'USD')
  if (sums.size < 2) return null
  return (
    <section class="card report-plot" aria-label={texts.plot}>
      <h2>{texts.plot}</h2>
      <Plot
        key={[...sums.keys()].join()}
        label={texts.plot}
        pointsLabel={texts.period}
        points={[...sums.keys()]}
        lines={[{ name: texts.figures.tax, kind: 'now', values: [...sums.values()] }]}
        formatTick={(value) => money(value).replace(/\.00$/, '')}
        formatValue={money}
      />
    </section>
  )
}

function TaxRows({ report: { rows, totals }, period }: { report: TaxReport; period: Period }) {
  const formats = useFormats()
  const money = (amount: number) => formats.money(amount, 'USD')
  const components = Object.keys(totals.components).toSorted()
  const linkOf = ({ period: name, jurisdictionCode }: Row, time: 'sale' | 'refund') =>
    receiptsOf(daysOfPeriod(name, period.days), formats.timeZone, {
      time,
      jurisdiction: jurisdictionCode ?? 'none',
    })
  const all = receiptsOf(period.days, formats.timeZone, { time: 'sale' })
  return (
    <Panel title={texts.rows} note={texts.note}>
      <Rows
        label={texts.rows}
        rows={rows}
        keyOf={(row) => `${row.period} ${row.jurisdictionCode}`}
        columns={[
          { id: 'period', label: texts.period, cell: (row) => <b>{row.period}</b> },
          {
            id: 'jurisdiction',
            label: texts.jurisdiction,
            cell: ({ jurisdictionCode }) => jurisdictionCode ?? texts.noJurisdiction,
          },
          {
            id: 'orders',
            label: texts.orders,
            isEnd: true,
            cell: (row) => (
              <NumberLink href={linkOf(row, 'sale')}>{formats.count(row.orders)}</NumberLink>
            ),
          },
          {
            id: 'sales',
            label: texts.figures.sales,
            isEnd: true,
            cell: (row) => <NumberLink href={linkOf(row, 'sale')}>{money(row.sales)}</NumberLink>,
          },
          ...components.map((code) => ({
            id: `component ${code}`,
            label: code,
            isEnd: true,
            cell: (row: Row) => <span class="money">{money(row.components[code] ?? 0)}</span>,
          })),
          {
            id: 'refunded',
            label: texts.figures.refundedTax,
            isEnd: true,
            cell: (row) => (
              <NumberLink href={linkOf(row, 'refund')}>{money(row.refundedTax)}</NumberLink>
            ),
          },
          {
            id: 'tax',
            label: texts.figures.tax,
            isEnd: true,
            cell: (row) => <NumberLink href={linkOf(row, 'sale')}>{money(row.tax)}</NumberLink>,
          },
        ]}
        foot={
          <tr>
            <th scope="row" colSpan={2}>
              {texts.total}
            </th>
            <td class="numeric" data-label={texts.orders}>
              <NumberLink href={all}>{formats.count(totals.orders)}</NumberLink>
            </td>
            <td class="numeric" data-label={texts.figures.sales}>
              <NumberLink href={all}>{money(totals.sales)}</NumberLink>
            </td>
            {components.map((code) => (
              <td key={code} class="numeric" data-label={code}>
                {money(totals.components[code] ?? 0)}
              </td>
            ))}
            <td class="numeric" data-label={texts.figures.refundedTax}>
              {money(totals.refundedTax)}
            </td>
            <td class="numeric" data-label={texts.figures.tax}>
              <NumberLink href={all}>{money(totals.tax)}</NumberLink>
            </td>
          </tr>
        }
      />
    </Panel>
  )
}
