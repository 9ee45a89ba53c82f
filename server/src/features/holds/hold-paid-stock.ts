import { MINUTE_MS, unixMs } from '../../lib/time.js'
import type { TxContext } from '../../platform/context.js'
import { extendHolds, holdStock } from '../inventory/hold-stock.js'
import { wantedStock } from '../inventory/wanted-stock.js'
import { holdUntil } from '../receipts/create/receipt-terms.js'
import type { Receipt } from '../receipts/receipt.js'
import { getShopConfig } from '../shop/get-shop-config.js'
import { deleteFirmHold } from './firm-hold-store.js'
import { startFirmHold } from './soft-hold-store.js'

/** How long an order without a key holds its stock, from its signed payment or from the money itself. */
export const firmForMs = 15 * MINUTE_MS

/** Holds the stock of a locked receipt that received money, as far as it is free and not held already. */
export async function holdPaidStock(
  ctx: Pick<TxContext, 'db' | 'now' | 'config'>,
  receipt: Receipt,
): Promise<void> {
  const { merchant, id: receiptId } = receipt
  const wanted = wantedStock(receipt.lines)
  if (wanted.length === 0) return
  const now = ctx.now()
  if (!receipt.softHold) {
    const until = holdUntil(await getShopConfig(ctx, merchant), now)
    return holdStock(ctx, { merchant, receiptId, wanted, until })
  }
  const until = unixMs(now + firmForMs)
  await deleteFirmHold(ctx.db, { merchant, receiptId })
  await startFirmHold(ctx.db, { merchant, receiptId, until })
  await extendHolds(ctx, { merchant, receiptId, until })
  await holdStock(ctx, { merchant, receiptId, wanted, until })
}
