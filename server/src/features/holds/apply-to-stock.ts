import type { UnixMs } from '../../lib/time.js'
import type { TxContext } from '../../platform/context.js'
import { releaseStock } from '../inventory/stock/hold-stock.js'
import { returnStock } from '../inventory/stock/return-stock.js'
import { sellStock } from '../inventory/stock/sell-stock.js'
import type { Quantity } from '../inventory/stock/stock.js'
import { type HeldReceipt, holdPaidStock } from './hold-paid-stock.js'
import { saveOversold } from './oversold-store.js'
import { listOversold, takenStock } from './taken-stock.js'
import { wantedStock } from './wanted-stock.js'

/** The effects of a change of status on stock. */
type StockEffects = {
  releasesStock: boolean
  reservesStock: boolean
  sellsStock: boolean
  /** A reorganization undid the payment. */
  reversesPayment: boolean
}

/**
 * Applies a transition of a locked receipt to stock. Returns the items that were sold although they
 * were not in stock, and the end of a firm hold that it started, or null.
 */
export async function applyToStock(
  ctx: Pick<TxContext, 'db' | 'now' | 'config'>,
  { receipt, effects }: { receipt: HeldReceipt; effects: StockEffects },
): Promise<{ oversold: string[]; firmUntil: UnixMs | null }> {
  const { merchant, id: receiptId } = receipt
  const quantities = wantedStock(receipt.lines)
  if (quantities.length === 0) return { oversold: [], firmUntil: null }

  if (effects.releasesStock) await releaseStock(ctx, { merchant, receiptId })
  // Return the items to stock and hold them again.
  if (effects.reversesPayment) {
    const oversold = await listOversold(ctx, { merchant, receiptId })
    await returnStock(ctx, { merchant, returned: takenStock(receipt.lines, oversold) })
  }
  const isHeld = effects.reservesStock || (effects.reversesPayment && !effects.releasesStock)
  const firmUntil = isHeld ? await holdPaidStock(ctx, receipt) : null
  const oversold = effects.sellsStock ? await sellItems(ctx, receipt) : []
  return { oversold: oversold.map(({ itemId }) => itemId), firmUntil }
}

/** Takes the items of a paid receipt out of stock. Returns the pieces that were not there. */
export async function sellItems(
  { db }: Pick<TxContext, 'db'>,
  { merchant, id: receiptId, lines }: Pick<HeldReceipt, 'merchant' | 'id' | 'lines'>,
): Promise<Quantity[]> {
  const oversold = await sellStock({ db }, { merchant, receiptId, quantities: wantedStock(lines) })
  await saveOversold(db, { merchant, receiptId, oversold })
  return oversold
}
