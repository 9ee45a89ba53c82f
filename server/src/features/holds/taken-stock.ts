import type { TxContext } from '../../platform/context.js'
import type { Quantity } from '../inventory/stock/stock.js'
import type { HeldReceipt } from './hold-paid-stock.js'
import { listOversoldItems, type ReceiptRef } from './oversold-store.js'
import { wantedStock } from './wanted-stock.js'

/** Lists the pieces that a receipt sold although they were not in stock. */
export function listOversold(ctx: Pick<TxContext, 'db'>, receipt: ReceiptRef): Promise<Quantity[]> {
  return listOversoldItems(ctx.db, receipt)
}

/** Returns what a sale took out of stock: its items without the pieces that were not there. */
export function takenStock(lines: HeldReceipt['lines'], oversold: readonly Quantity[]): Quantity[] {
  const missing = new Map(oversold.map(({ itemId, qty }) => [itemId, qty]))
  return wantedStock(lines)
    .map(({ itemId, qty }) => ({ itemId, qty: minus(qty, missing.get(itemId) ?? 0) }))
    .filter(({ qty }) => qty > 0)
}

/** Subtracts in thousandths, to avoid floating-point errors. */
export function minus(from: number, qty: number): number {
  return Math.round((from - qty) * 1_000) / 1_000
}
