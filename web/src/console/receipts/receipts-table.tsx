import { useMemo } from 'preact/hooks'
import { createDayRows, nearDay } from '../format/day-rows.js'
import { startOfDay } from '../format/days.js'
import { useFormats } from '../format/use-formats.js'
import { Money } from '../parts/money.js'
import { type Selection, Table } from '../parts/table/table.js'
import type { TableHandle } from '../parts/table/use-row-focus.js'
import { useConsoleTexts } from '../texts.js'
import type { ColumnName } from './columns.js'
import { figuresOfDay } from './day-figures.js'
import type { ListedTime } from './filters.js'
import { formatSums } from './format-sums.js'
import { linkColumnOf, listColumns } from './list-columns.js'
import type { Receipt } from './receipt.js'
import { ReceiptPill } from './receipt-pill.js'
import { rowFactsOf } from './row-facts.js'

type ReceiptsTableProps = {
  receipts: readonly Receipt[]
  columns: readonly ColumnName[]
  isComplete: boolean
  isLoading: boolean
  hasMore: boolean
  openId: string | null
  selection?: Selection | undefined
  registerNames: ReadonlyMap<string, string>
  /** The query of the address, which links keep. */
  search: string
  /** The time by which the rows are sorted. Null for the creation. */
  time: ListedTime | null
  handle: { current: TableHandle | null }
  onMore(): void
}

/** Lists receipts below a line for each day. */
export function ReceiptsTable(props: ReceiptsTableProps) {
  const { receipts, columns, isComplete, selection, registerNames, search, time } = props
  const { receipts: texts, parts } = useConsoleTexts()
  const format = useFormats()
  const group = useMemo(
    () =>
      createDayRows<Receipt>({
        keyOf: ({ receiptId }) => receiptId,
        timeOf: (receipt) => timeOf(receipt, time),
        timeZone: format.timeZone,
      }),
    [format, time],
  )
  const entries = useMemo(
    () =>
      group(receipts, (day, rows) => {
        const near = nearDay(day, Date.now(), format.timeZone)
        const label = near ? parts.day[near] : format.day(startOfDay(day, format.timeZone))
        const figures = figuresOfDay(rows, { all: receipts, isComplete })
        if (!figures) return { label }
        return {
          label,
          detail: texts.counted(format.count(figures.count), figures.count === 1),
          total: formatSums(figures.sums, format).join(' · '),
        }
      }),
    [receipts, group, isComplete],
  )
  const shown = useMemo(
    // A new address needs new links, so the search is an input too.
    () => listColumns(columns, { texts, format, registerNames }),
    [columns, texts, format, registerNames, search],
  )
  return (
    <Table
      label={texts.list}
      columns={shown}
      entries={entries}
      linkColumn={linkColumnOf(columns)}
      hrefOf={({ receiptId }) =>
        `/receipts/${encodeURIComponent(receiptId)}${search && `?${search}`}`
      }
      nameOf={(receipt) => rowFactsOf(receipt, texts).name}
      phone={(receipt) => {
        const facts = rowFactsOf(receipt, texts)
        return {
          title: facts.customer ?? texts.guest,
          end: <Money amount={facts.amount} currency={facts.currency} kind="code" />,
          detail: `${format.clock(receipt.createdAt)} · ${facts.items}`,
          status: <ReceiptPill receipt={receipt} />,
        }
      }}
      selection={selection}
      currentKey={props.openId}
      isLoading={props.isLoading}
      hasMore={props.hasMore}
      onMore={props.onMore}
      handle={props.handle}
    />
  )
}

/** Returns the time by which the list is in order. */
function timeOf({ createdAt, timeline, refunds }: Receipt, time: ListedTime | null): number {
  if (time === 'sale') return timeline.findLast(({ status }) => status === 'paid')?.at ?? createdAt
  if (time === 'refund') return refunds.at(-1)?.createdAt ?? createdAt
  return createdAt
}
