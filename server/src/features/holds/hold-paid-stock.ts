import type { Address } from '../../lib/hex.js'
import { MINUTE_MS, type UnixMs, unixMs } from '../../lib/time.js'
import type { TxContext } from '../../platform/context.js'
import { extendHolds, holdStock } from '../inventory/stock/hold-stock.js'
import { getShopConfig } from '../shop/get-shop-config.js'
import type { ShopConfig } from '../shop/schemas.js'
import { deleteFirmHold } from './firm-hold-store.js'
import { wantedStock } from './wanted-stock.js'

/** The facts of a receipt that decide which stock it holds, and until when. */
export type HeldReceipt = {
  merchant: Address
  id: string
  lines: readonly {
    itemId: string | null
    qty: number | null
    sku: string | null
    label: string | null
  }[]
  /** Null for receipts that hold stock from the start. */
  softHold: { firmUntil: UnixMs | null } | null
}

/** How long stock is held when the shop sets no expiry. */
const defaultMinutes = 60

/** How long an order without a key holds its stock, from its signed payment or its money. */
export const firmForMs = 15 * MINUTE_MS

/**
 * Holds the stock of a locked receipt that received money, if available and not held yet. Returns
 * the end of the firm hold of an order without a key, and null for other receipts.
 */
export async function holdPaidStock(
  ctx: Pick<TxContext, 'db' | 'now' | 'config'>,
  receipt: HeldReceipt,
): Promise<UnixMs | null> {
  const { merchant, id: receiptId } = receipt
  const quantities = wantedStock(receipt.lines)
  if (quantities.length === 0) return null
  const now = ctx.now()
  const until = receipt.softHold
    ? unixMs(now + firmForMs)
    : holdUntil(await getShopConfig(ctx, merchant), now)
  if (receipt.softHold) {
    await deleteFirmHold(ctx.db, { merchant, receiptId })
    await extendHolds(ctx, { merchant, receiptId, until })
  }
  await holdStock(ctx, { merchant, receiptId, quantities, until })
  return receipt.softHold && until
}

/** Returns when a stock hold that starts now ends. */
export function holdUntil({ payments }: Pick<ShopConfig, 'payments'>, now: UnixMs): UnixMs {
  return unixMs(now + (payments.expiryMinutes ?? defaultMinutes) * MINUTE_MS)
}
