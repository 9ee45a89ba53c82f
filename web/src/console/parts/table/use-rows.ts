import type { VNode } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { TableEntry } from './table-entry.js'
import type { FrameBudget } from './use-window.js'
import type { Range } from './windowing.js'

type Rendered = {
  key: string
  vnode: VNode
  source: unknown
  facts: string
  columns: unknown
  isPhone: boolean
}

type RowRenderer<Row> = {
  render(entry: TableEntry<Row>, index: number): VNode
  /** Values that a row shows besides its entry. */
  factsOf(entry: TableEntry<Row>): readonly unknown[]
  columns: unknown
  isPhone: boolean
}

/**
 * Returns the rows of a range. A row about which nothing changed is not rendered again, and of those
 * that changed only a few are rendered per frame, after the new ones: until then they stay as they
 * were. A page of new rows would hold up the scroll.
 */
export function useRows<Row>(
  entries: readonly TableEntry<Row>[],
  { range: { start, end }, budget }: { range: Range; budget: FrameBudget },
  { render, factsOf, columns, isPhone }: RowRenderer<Row>,
): VNode[] {
  const shown = useRef<ReadonlyMap<number, Rendered>>(new Map())
  const mounted = entries.slice(start, end)
  const keys = new Set(mounted.map(({ key }) => key))
  const rows = new Map<number, Rendered>()
  const added = mounted.filter((_, offset) => !shown.current.has(start + offset))
  let left = Math.max(budget.current - added.length, 0)
  let isBehind = false
  for (const [offset, entry] of mounted.entries()) {
    const index = start + offset
    const source = entry.kind === 'row' ? entry.row : entry
    const facts = factsOf(entry).join()
    const known = shown.current.get(index)
    // A row of other columns would stand beside the new head.
    const isLaidOut = known?.columns === columns && known?.isPhone === isPhone
    const before = isLaidOut ? known : undefined
    const isSame = before?.key === entry.key && before.source === source && before.facts === facts
    // A row that has moved must not be there twice.
    const mayStay = before && (before.key === entry.key || !keys.has(before.key))
    if (isSame || (mayStay && left === 0)) {
      isBehind ||= !isSame
      rows.set(index, before)
    } else {
      if (known) left = Math.max(left - 1, 0)
      rows.set(index, {
        key: entry.key,
        vnode: render(entry, index),
        source,
        facts,
        columns,
        isPhone,
      })
    }
  }
  shown.current = rows
  budget.current = left
  useLayoutEffect(() => {
    if (isBehind) budget.continueLater()
  })
  return [...rows.values()].map(({ vnode }) => vnode)
}
