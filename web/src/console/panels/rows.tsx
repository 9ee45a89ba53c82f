import type { ComponentChildren } from 'preact'
import { panelTexts as texts } from '../../core/texts/en-console-panels.js'

export type RowColumn<Row> = {
  id: string
  label: string
  /** Aligned at the end of the line, as amounts are. */
  isEnd?: boolean
  /** The label is for screen readers only. */
  isLabelHidden?: boolean
  cell(row: Row): ComponentChildren
}

type RowsProps<Row> = {
  label: string
  columns: readonly RowColumn<Row>[]
  rows: readonly Row[]
  keyOf(row: Row): string
  isCurrent?(row: Row): boolean
  foot?: ComponentChildren
}

/** A short table. On a phone each row is a block, and each cell has its label. */
export function Rows<Row>({ label, columns, rows, keyOf, isCurrent, foot }: RowsProps<Row>) {
  return (
    // Focusable, so that the keyboard can scroll it.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: It scrolls.
    <section class="rows" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.id} scope="col" class={column.isEnd ? 'numeric' : ''}>
                <span class={column.isLabelHidden ? 'visually-hidden' : ''}>{column.label}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} class={isCurrent?.(row) ? 'current' : ''}>
              {columns.map(({ id, label: name, isEnd, isLabelHidden, cell }) => (
                <td
                  key={id}
                  class={isEnd ? 'numeric' : ''}
                  data-label={isLabelHidden ? undefined : name}
                >
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {foot && <tfoot>{foot}</tfoot>}
      </table>
    </section>
  )
}

type Pages = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage(): unknown }

/** Reads the next page of a list. */
export function MoreButton({ pages }: { pages: Pages }) {
  if (!pages.hasNextPage) return null
  return (
    <button
      type="button"
      class="button more-rows"
      disabled={pages.isFetchingNextPage}
      onClick={() => void pages.fetchNextPage()}
    >
      {texts.more}
    </button>
  )
}
