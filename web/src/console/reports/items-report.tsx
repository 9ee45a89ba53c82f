import { useState } from 'preact/hooks'
import { reportTexts } from '../../core/texts/en-console-reports.js'
import type { ResultOf } from '../api/api-types.js'
import { useFormats } from '../format/use-formats.js'
import { Loaded } from '../panels/loaded.js'
import { Panel } from '../panels/page.js'
import { Rows } from '../panels/rows.js'
import { Bar, Change, changeOf, NumberLink } from './figures.js'
import { NoSales } from './no-sales.js'
import { type Period, receiptsOf } from './period.js'
import { useReports } from './use-reports.js'

const texts = reportTexts.items

type ItemReport = ResultOf<'get', '/api/reports/items'>
type Item = ItemReport['items'][number]

const keyOf = ({ type, itemId, sku, label }: Item) => `${type} ${itemId ?? sku ?? label}`

/** The items with the highest sales, with the change since the days before. */
export function ItemsReport({ period }: { period: Period }) {
  const [limit, setLimit] = useState(20)
  const { now } = useReports('/api/reports/items', { ...period, before: null }, { limit })
  const { before } = useReports('/api/reports/items', period, { limit: 100 })
  return (
    <Loaded query={now} empty={({ items }) => (items.length === 0 ? <NoSales /> : null)}>
      {(report) => (
        <Panel title={texts.title} note={texts.note}>
          <ItemRows report={report} before={before.data?.items ?? null} period={period} />
          {report.others.items > 0 && limit < 100 && (
            <button type="button" class="button more-rows" onClick={() => setLimit(100)}>
              {texts.more}
            </button>
          )}
        </Panel>
      )}
    </Loaded>
  )
}

type ItemRowsProps = { report: ItemReport; before: readonly Item[] | null; period: Period }

function ItemRows({ report: { items, others, totals }, before, period }: ItemRowsProps) {
  const formats = useFormats()
  const earlier = new Map((before ?? []).map((item) => [keyOf(item), item.sales]))
  const top = Math.max(...items.map(({ sales }) => sales), 0)
  const money = (amount: number) => formats.money(amount, 'USD')
  const hrefOf = ({ itemId, sku, label }: Item) =>
    receiptsOf(period.days, formats.timeZone, { time: 'sale', item: itemId ?? sku ?? label })
  const all = receiptsOf(period.days, formats.timeZone, { time: 'sale' })
  return (
    <Rows
      label={texts.title}
      rows={items}
      keyOf={keyOf}
      columns={[
        {
          id: 'item',
          label: texts.item,
          cell: (item) => (
            <span class="two-lines">
              <b>{item.label}</b>
              <span class="soft">{item.type === 'item' ? item.sku : texts.types[item.type]}</span>
            </span>
          ),
        },
        {
          id: 'bar',
          label: texts.share,
          isLabelHidden: true,
          cell: ({ sales }) => <Bar share={top > 0 ? sales / top : 0} />,
        },
        {
          id: 'qty',
          label: texts.qty,
          isEnd: true,
          cell: (item) => <NumberLink href={hrefOf(item)}>{formats.count(item.qty)}</NumberLink>,
        },
        {
          id: 'receipts',
          label: texts.receipts,
          isEnd: true,
          cell: (item) => (
            <NumberLink href={hrefOf(item)}>{formats.count(item.receipts)}</NumberLink>
          ),
        },
        {
          id: 'sales',
          label: texts.sales,
          isEnd: true,
          cell: (item) => <NumberLink href={hrefOf(item)}>{money(item.sales)}</NumberLink>,
        },
        ...(before
          ? [
              {
                id: 'change',
                label: texts.change,
                isEnd: true,
                cell: (item: Item) => {
                  const change = changeOf(item.sales, earlier.get(keyOf(item)))
                  return change === null ? (
                    <span class="soft">{texts.isNew}</span>
                  ) : (
                    <Change share={change} />
                  )
                },
              },
            ]
          : []),
      ]}
      foot={
        <>
          {others.items > 0 && (
            <tr>
              <th scope="row" colSpan={4}>
                {texts.others(formats.count(others.items))}
              </th>
              <td class="numeric" data-label={texts.sales}>
                <NumberLink href={all}>{money(others.sales)}</NumberLink>
              </td>
              {before && <td />}
            </tr>
          )}
          <tr>
            <th scope="row" colSpan={4}>
              {texts.total}
            </th>
            <td class="numeric" data-label={texts.sales}>
              <NumberLink href={all}>{money(totals.sales)}</NumberLink>
            </td>
            {before && <td />}
          </tr>
        </>
      }
    />
  )
}
