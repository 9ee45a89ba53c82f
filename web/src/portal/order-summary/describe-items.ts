import type { PortalReceipt } from '@tallystick/sdk'
import type { Texts } from '../../core/texts/en.js'
import type { Line } from './line-list.js'

/** Names the first item, and counts the others, if any. */
export function describeItems(items: readonly Line[], summary: Texts['summary']): string[] {
  const [first, ...others] = items
  if (!first) return [summary.title]
  return others.length === 0 ? [first.label] : [first.label, summary.andMore(others.length)]
}

/**
 * Separates the items from tax and fee, which orders append as the last lines. Omits a fee of zero,
 * and a tax of zero unless the shop has a tax id: for others, no tax applies.
 */
export function splitLines({ lineItems, taxId }: Pick<PortalReceipt, 'lineItems' | 'taxId'>): {
  items: Line[]
  extras: Line[]
} {
  const isExtra = ({ label, qty, sku }: Line) =>
    qty === undefined && sku === undefined && (label === 'Tax' || label === 'Processing Fee')
  const isShown = ({ label, priceUsd }: Line) =>
    priceUsd !== 0 || (label === 'Tax' && taxId !== undefined)
  const firstExtra = lineItems.findLastIndex((line) => !isExtra(line)) + 1
  return {
    items: lineItems.slice(0, firstExtra),
    extras: lineItems.slice(firstExtra).filter(isShown),
  }
}
