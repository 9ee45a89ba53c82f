import type { Address } from '../../../lib/hex.js'
import type { UnixMs } from '../../../lib/time.js'
import type { TxContext } from '../../../platform/context.js'
import { type ItemRef, insertManyHolds, keyOf, lockAvailable } from './bulk-hold-store.js'
import type { Quantity } from './stock.js'

/** The stock that a receipt needs. */
export type ReceiptStock = {
  merchant: Address
  receiptId: string
  quantities: readonly Quantity[]
  until: UnixMs
  /** Only compared with the stock, not held. */
  isSoft: boolean
}

/**
 * Holds the stock of several receipts in their order. Items without enough free stock are
 * skipped. Returns for each receipt the pieces that are missing.
 */
export async function holdInOrder(
  ctx: Pick<TxContext, 'db'>,
  receipts: readonly ReceiptStock[],
): Promise<Quantity[][]> {
  const items = receipts.flatMap(({ merchant, quantities }) =>
    quantities.map(({ itemId }) => ({ merchant, itemId })),
  )
  if (items.length === 0) return receipts.map(() => [])
  const available = await lockAvailable(ctx.db, items)
  const { holds, missing } = allocate(available, receipts)
  await insertManyHolds(ctx.db, holds)
  return missing
}

/** Items without an entry have unlimited stock, or were deleted. */
function allocate(available: Map<string, number>, receipts: readonly ReceiptStock[]) {
  const free = new Map([...available].map(([key, qty]) => [key, toThousandths(qty)]))
  const holds: (ItemRef & Quantity & Pick<ReceiptStock, 'receiptId' | 'until'>)[] = []
  const missing = receipts.map(({ merchant, receiptId, quantities, until, isSoft }) => {
    const shortages: Quantity[] = []
    for (const { itemId, qty } of quantities) {
      const key = keyOf({ merchant, itemId })
      const available = free.get(key)
      if (available === undefined) continue
      const needed = toThousandths(qty)
      if (available < needed) {
        shortages.push({ itemId, qty: (needed - Math.max(0, available)) / 1_000 })
      } else if (!isSoft) {
        free.set(key, available - needed)
        holds.push({ merchant, receiptId, itemId, qty, until })
      }
    }
    return shortages
  })
  return { holds, missing }
}

/** Quantities have three decimals. */
function toThousandths(qty: number): number {
  return Math.round(qty * 1_000)
}
