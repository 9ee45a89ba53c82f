import type { TxContext } from '../../platform/context.js'
import type { HeldReceipt } from './hold-paid-stock.js'
import { listSoldOutItems } from './read-model/held-order-store.js'

export type SoldOut = { itemId: string; sku: string | null; label: string }

/**
 * Lists the items of an order without a key that others hold or bought before its payment started.
 * Empty for other receipts, which hold their stock from the start.
 */
export async function listSoldOut(
  ctx: Pick<TxContext, 'db'>,
  { merchant, id: receiptId, softHold, lines }: HeldReceipt,
): Promise<SoldOut[]> {
  if (!softHold) return []
  const itemIds = await listSoldOutItems(ctx.db, { merchant, receiptId })
  return nameSoldOut(itemIds, lines)
}

/** Returns the names of sold-out items, as the lines of their receipt have them. */
export function nameSoldOut(itemIds: readonly string[], lines: HeldReceipt['lines']): SoldOut[] {
  return itemIds.map((itemId) => {
    const line = lines.find((candidate) => candidate.itemId === itemId)
    return { itemId, sku: line?.sku ?? null, label: line?.label ?? 'An item' }
  })
}
