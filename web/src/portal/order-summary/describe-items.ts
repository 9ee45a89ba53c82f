import type { Texts } from '../../core/texts/en.js'
import type { Line } from './line-list.js'

/** Names the first item, and counts the others. */
export function describeItems(items: readonly Line[], summary: Texts['summary']): string {
  const [first, ...others] = items
  if (!first) return summary.title
  return others.length === 0 ? first.label : summary.itemsAndMore(first.label, others.length)
}

/** Separates the items from tax and fee, which orders append as the last lines. */
export function splitLines(lines: Line[]): { items: Line[]; extras: Line[] } {
  const isExtra = ({ label, qty, sku }: Line) =>
    qty === undefined && sku === undefined && (label === 'Tax' || label === 'Processing Fee')
  const firstExtra = lines.findLastIndex((line) => !isExtra(line)) + 1
  return { items: lines.slice(0, firstExtra), extras: lines.slice(firstExtra) }
}
