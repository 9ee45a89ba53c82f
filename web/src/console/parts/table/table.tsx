import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { useLocation, useRouter } from 'wouter-preact'
import { useConsoleTexts } from '../../texts.js'
import { SkeletonRows } from '../skeleton.js'
import { phoneQuery, useMedia } from '../use-media.js'
import type { TableEntry } from './table-entry.js'
import { type TableHandle, useRowFocus } from './use-row-focus.js'
import { useRows } from './use-rows.js'
import { useWindow } from './use-window.js'
import { layOutRows, type Range } from './windowing.js'

export type Column<Row> = {
  id: string
  label: string
  /** A track of the grid, such as `6rem` or `minmax(6rem, 1fr)`. */
  width: string
  /** Aligned at the end of the line, as amounts are. */
  isEnd?: boolean
  /** The label is for screen readers only. */
  isLabelHidden?: boolean
  sorted?: 'ascending' | 'descending'
  onSort?(): void
  cell(row: Row): ComponentChildren
}

export type Selection = {
  keys: ReadonlySet<string>
  /** A phone shows the boxes only then. */
  isActive: boolean
  onToggle(key: string): void
  onToggleAll(): void
}

type TableProps<Row> = {
  label: string
  columns: readonly Column<Row>[]
  entries: readonly TableEntry<Row>[]
  /** The column whose content is the link that opens the row. */
  linkColumn: string
  hrefOf(row: Row): string
  /** Names a row in labels of its controls. */
  nameOf(row: Row): string
  /** The two lines of a row on a phone. */
  phone(row: Row): {
    title: ComponentChildren
    end: ComponentChildren
    detail: ComponentChildren
    status?: ComponentChildren
  }
  selection?: Selection | undefined
  /** The row that is open beside the table. */
  currentKey?: string | null
  isLoading?: boolean
  /** Whether the service has further rows. */
  hasMore?: boolean
  onMore?(): void
  /** Called with the rows that are mounted. */
  onRange?(range: Range): void
  handle?: { current: TableHandle | null }
}

/** The heights of rows in rem, which the style sheet repeats. */
const heights = { wide: { row: 2.5, day: 2 }, phone: { row: 4.5, day: 2.25 } } as const
/** Further rows load when this many are left below the view. */
const moreAtRows = 30

/** Shows rows of a fixed height, of which only those in view are mounted. */
export function Table<Row>(props: TableProps<Row>) {
  const { label, columns, entries, selection, isLoading = false, hasMore = false, onMore } = props
  const texts = useConsoleTexts().parts.table
  const isPhone = useMedia(phoneQuery)
  const body = useRef<HTMLDivElement>(null)
  // A list with days begins with the line of the first.
  const hasDays = entries[0]?.kind === 'day'
  const tops = useMemo(() => {
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
    const { row, day } = isPhone ? heights.phone : heights.wide
    return layOutRows(entries.map(({ kind }) => (kind === 'day' ? day : row) * rem))
    // Only lines above days move the rows of a list of the same length.
  }, [hasDays ? entries : entries.length, isPhone])
  const shown = useWindow(body, tops)
  const { start, end } = shown.range
  const { onRange } = props
  useEffect(() => onRange?.({ start, end }), [start, end, onRange])
  const focusRow = useRowFocus(props, body, tops)
  const openRow = useRowLinks()
  const isNearEnd = end > entries.length - moreAtRows
  useLayoutEffect(() => {
    if (isNearEnd && hasMore && !isLoading) onMore?.()
  }, [isNearEnd, hasMore, isLoading, entries])

  const rows = useRows(entries, shown, {
    factsOf: ({ key }) => [
      selection?.keys.has(key) ?? false,
      key === props.currentKey,
      selection?.isActive,
    ],
    columns,
    isPhone,
    render: (entry, index) => {
      const rowIndex = index + (isPhone ? 1 : 2)
      if (entry.kind === 'day') return <DayRow key={entry.key} entry={entry} rowIndex={rowIndex} />
      const { key, row } = entry
      const isChosen = selection?.keys.has(key) ?? false
      const about = { entryKey: key, row, table: props, isPhone, isChosen, rowIndex }
      return <BodyRow key={key} {...about} />
    },
  })
  const total = tops[entries.length] ?? 0
  const tracks = [...(selection ? ['1.25rem'] : []), ...columns.map(({ width }) => width)]
  const allChosen =
    selection !== undefined &&
    selection.keys.size > 0 &&
    entries.every((entry) => entry.kind === 'day' || selection.keys.has(entry.key))
  return (
    <div
      class={`table ${isPhone ? 'table-phone' : 'table-wide'}`}
      role="table"
      aria-label={label}
      aria-rowcount={hasMore ? -1 : entries.length + (isPhone ? 0 : 1)}
      aria-busy={isLoading}
      style={{ '--tracks': tracks.join(' ') }}
      onClick={openRow}
      onKeyDown={(event) => {
        const delta = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : null
        if (delta === null || !(event.target instanceof HTMLAnchorElement)) return
        event.preventDefault()
        focusRow(delta)
      }}
    >
      {!isPhone && (
        <div role="rowgroup" class="table-top">
          <div role="row" class="table-head" aria-rowindex={1}>
            {selection && (
              <span role="columnheader">
                <input
                  type="checkbox"
                  aria-label={texts.chooseAll}
                  checked={allChosen}
                  onChange={selection.onToggleAll}
                />
              </span>
            )}
            {columns.map((column) => (
              <HeadCell key={column.id} column={column} />
            ))}
          </div>
        </div>
      )}
      <div ref={body} role="presentation" class="table-body" style={{ height: `${total}px` }}>
        <div role="rowgroup" style={{ transform: `translateY(${tops[start] ?? 0}px)` }}>
          {rows}
        </div>
      </div>
      {isLoading && <SkeletonRows count={entries.length > 0 ? 3 : 8} columns={columns.length} />}
    </div>
  )
}

function HeadCell<Row>({ column }: { column: Column<Row> }) {
  const { label, isEnd, isLabelHidden, sorted, onSort } = column
  return (
    <span role="columnheader" class={isEnd ? 'end' : ''} aria-sort={sorted}>
      {onSort ? (
        <button type="button" class="sort-button" onClick={onSort}>
          {label}
        </button>
      ) : (
        <span class={isLabelHidden ? 'visually-hidden' : ''}>{label}</span>
      )}
    </span>
  )
}

type DayEntry = Extract<TableEntry<never>, { kind: 'day' }>

function DayRow({ entry, rowIndex }: { entry: DayEntry; rowIndex: number }) {
  return (
    <div role="row" class="table-day" aria-rowindex={rowIndex}>
      <span role="rowheader" class="one-line">
        <b>{entry.label}</b> {entry.detail && <span class="soft">{entry.detail}</span>}
      </span>
      <span role="cell" class="numeric soft">
        {entry.total}
      </span>
    </div>
  )
}

/** Opens the link of a row without loading the page. Each row having its own listener costs more. */
function useRowLinks() {
  const [, navigate] = useLocation()
  return (event: MouseEvent) => {
    const { target, button, ctrlKey, metaKey, altKey, shiftKey } = event
    const link = target instanceof Element && target.closest('.row-link')
    if (!link || button !== 0 || ctrlKey || metaKey || altKey || shiftKey) return
    event.preventDefault()
    navigate(`~${link.getAttribute('href')}`)
  }
}

type BodyRowProps<Row> = {
  entryKey: string
  row: Row
  table: TableProps<Row>
  isPhone: boolean
  isChosen: boolean
  rowIndex: number
}

function BodyRow<Row>({ entryKey, row, table, isPhone, isChosen, rowIndex }: BodyRowProps<Row>) {
  const texts = useConsoleTexts().parts.table
  const { base } = useRouter()
  const { columns, linkColumn, hrefOf, nameOf, phone, selection, currentKey } = table
  const isCurrent = entryKey === currentKey
  const link = (content: ComponentChildren) => (
    <a
      href={base + hrefOf(row)}
      class="row-link"
      data-row={entryKey}
      aria-current={isCurrent ? 'true' : undefined}
    >
      {content}
    </a>
  )
  const box = selection && (!isPhone || selection.isActive) && (
    <span role="cell" class="row-box">
      <input
        type="checkbox"
        aria-label={texts.choose(nameOf(row))}
        checked={isChosen}
        onChange={() => selection.onToggle(entryKey)}
      />
    </span>
  )
  const layout = isPhone ? 'phone-row' : 'wide-row'
  const className = `table-row ${layout}${isCurrent ? ' current' : ''}${isChosen ? ' chosen' : ''}`
  if (isPhone) {
    const { title, end, detail, status } = phone(row)
    return (
      <div role="row" class={className} aria-rowindex={rowIndex}>
        {box}
        <span role="cell" class="row-title one-line">
          {link(title)}
        </span>
        <span role="cell" class="numeric">
          {end}
        </span>
        <span role="cell" class="row-detail one-line">
          {detail}
        </span>
        <span role="cell" class="row-status">
          {status}
        </span>
      </div>
    )
  }
  return (
    <div role="row" class={className} aria-rowindex={rowIndex}>
      {box}
      {columns.map(({ id, isEnd, cell }) => (
        <span key={id} role="cell" class={isEnd ? 'numeric' : 'one-line'}>
          {id === linkColumn ? link(cell(row)) : cell(row)}
        </span>
      ))}
    </div>
  )
}
