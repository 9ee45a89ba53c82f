import { useState } from 'preact/hooks'
import { operatorTexts } from '../../core/texts/en-console-operator.js'
import type { ResultOf } from '../api/api-types.js'
import { useFormats } from '../format/use-formats.js'
import { Address } from '../panels/address.js'
import { Loaded } from '../panels/loaded.js'
import { Panel } from '../panels/page.js'
import { MoreButton, Rows } from '../panels/rows.js'
import { usePages } from '../panels/use-load.js'
import { Field } from '../parts/field.js'
import { Icon } from '../parts/icon.js'
import { useSession } from '../session/session.js'

const texts = operatorTexts.report

type Report = ResultOf<'get', '/api/admin/reports/merchants'>
type Row = Report['days'][number]
type Figures = Omit<Row, 'date' | 'wallet'>

const shown = ['volume', 'fees', 'platformFees', 'refunds', 'net'] as const
const dayMs = 86_400_000
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

/** Volume, fees, refunds and failures of all merchants by day, and their sums. */
export function ReportTab() {
  const { api } = useSession()
  const [today] = useState(() => Date.now())
  const [from, setFrom] = useState(dayOf(today - 29 * dayMs))
  const [to, setTo] = useState(dayOf(today))
  const range = { from, to }
  const pages = usePages('/api/admin/reports/merchants', { ...range, limit: 100 })
  const columns = useColumns()
  const rows = pages.data?.pages.flatMap(({ days }) => days) ?? []
  const totals = pages.data?.pages[0]?.totals
  return (
    <Panel
      title={texts.title}
      actions={
        <a
          class="button"
          href={api.addressOf('/api/admin/reports/merchants', { ...range, format: 'csv' })}
        >
          <Icon name="download" />
          {texts.csv}
        </a>
      }
    >
      <div class="filter-row">
        <Field
          label={texts.from}
          type="date"
          value={from}
          onChange={({ currentTarget }) => setFrom(currentTarget.value)}
        />
        <Field
          label={texts.to}
          type="date"
          value={to}
          onChange={({ currentTarget }) => setTo(currentTarget.value)}
        />
      </div>
      <Loaded
        query={pages}
        empty={() => (rows.length === 0 ? <p class="soft">{texts.none}</p> : null)}
      >
        {() => (
          <Rows
            label={texts.title}
            rows={rows}
            keyOf={({ date, wallet }) => `${date} ${wallet}`}
            columns={columns}
            foot={totals && <TotalRow totals={totals} />}
          />
        )}
      </Loaded>
      <MoreButton pages={pages} />
    </Panel>
  )
}

function useColumns() {
  const formats = useFormats()
  return [
    { id: 'date', label: texts.columns.date, cell: ({ date }: Row) => date },
    {
      id: 'wallet',
      label: texts.columns.wallet,
      cell: ({ wallet }: Row) => <Address value={wallet} />,
    },
    {
      id: 'orders',
      label: texts.columns.orders,
      isEnd: true,
      cell: ({ orders }: Row) => formats.count(orders),
    },
    ...shown.map((name) => ({
      id: name,
      label: texts.columns[name],
      isEnd: true,
      cell: (figures: Row) => formats.money(figures[name], 'USD'),
    })),
    {
      id: 'failures',
      label: texts.columns.failures,
      isEnd: true,
      cell: ({ failures }: Row) => formats.count(failures),
    },
  ]
}

function TotalRow({ totals }: { totals: Figures }) {
  const formats = useFormats()
  return (
    <tr>
      <th scope="row" colSpan={2}>
        {texts.total}
      </th>
      <td class="numeric" data-label={texts.columns.orders}>
        {formats.count(totals.orders)}
      </td>
      {shown.map((name) => (
        <td key={name} class="numeric" data-label={texts.columns[name]}>
          {formats.money(totals[name], 'USD')}
        </td>
      ))}
      <td class="numeric" data-label={texts.columns.failures}>
        {formats.count(totals.failures)}
      </td>
    </tr>
  )
}
