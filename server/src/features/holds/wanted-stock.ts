import type { Quantity } from '../inventory/stock/stock.js'

/** Sums the quantities of lines by item, in thousandths to avoid floating-point errors. */
export function wantedStock(
  lines: readonly { itemId: string | null; qty: number | null }[],
): Quantity[] {
  const thousandths = new Map<string, number>()
  for (const { itemId, qty } of lines) {
    if (itemId === null || qty === null) continue
    thousandths.set(itemId, (thousandths.get(itemId) ?? 0) + Math.round(qty * 1_000))
  }
  return [...thousandths].map(([itemId, count]) => ({ itemId, qty: count / 1_000 }))
}
