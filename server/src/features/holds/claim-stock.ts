import { AppError } from '../../lib/errors.js'
import { MINUTE_MS, type UnixMs, unixMs } from '../../lib/time.js'
import type { TxContext } from '../../platform/context.js'
import { holdAllStock } from '../inventory/stock/hold-stock.js'
import { type Backing, saveFirmHold } from './firm-hold-store.js'
import { mayHold } from './firm-holds.js'
import { firmForMs, type HeldReceipt, holdPaidStock } from './hold-paid-stock.js'
import { listSoldOut, type SoldOut } from './list-sold-out.js'
import { wantedStock } from './wanted-stock.js'

/** How long a pending transaction holds stock. A sufficient fee is mined within a few blocks. */
const pendingForMs = 2 * MINUTE_MS

/** Whether there is enough stock, and the end of the firm hold of an order without a key. */
export type Claim = { isEnough: boolean; firmUntil: UnixMs | null }

/**
 * Holds the stock of a locked receipt whose payment starts. An order without a key gets all of its
 * stock or nothing, in the order of arrival. It holds it from its first start for 15 minutes, or
 * for two with a pending transaction. Another start does not extend that time. After it, and for a
 * payer with too many holds, the stock must be free but is not held.
 */
export async function claimStock(
  ctx: TxContext,
  { receipt, backing }: { receipt: HeldReceipt; backing: Backing },
): Promise<Claim> {
  if (!receipt.softHold) {
    return { isEnough: true, firmUntil: await holdPaidStock(ctx, receipt) }
  }
  const { merchant, id: receiptId } = receipt
  const quantities = wantedStock(receipt.lines)
  if (quantities.length === 0) return { isEnough: true, firmUntil: null }
  const now = ctx.now()
  const latest = unixMs(now + (backing.hash ? pendingForMs : firmForMs))
  const until = receipt.softHold.firmUntil ?? latest
  if (until <= now || !(await mayHold(ctx, { receipt, backing }))) {
    return { isEnough: (await listSoldOut(ctx, receipt)).length === 0, firmUntil: null }
  }
  const isEnough = await holdAllStock(ctx, { merchant, receiptId, quantities, until })
  if (isEnough) await saveFirmHold(ctx.db, { merchant, receiptId, ...backing, until })
  return { isEnough, firmUntil: isEnough ? until : null }
}

/**
 * Requires that nothing of an order without a key is sold out. Other receipts pass.
 *
 * @throws {AppError} `insufficient_stock`.
 */
export async function requireInStock(
  ctx: Pick<TxContext, 'db'>,
  receipt: HeldReceipt,
): Promise<void> {
  const soldOutItems = await listSoldOut(ctx, receipt)
  if (soldOutItems.length > 0) throw soldOut(soldOutItems)
}

/** Returns the error of a payment for items that are sold out. */
export function soldOut([first]: SoldOut[]): AppError {
  const name = first?.label ?? 'An item'
  return new AppError(
    'insufficient_stock',
    `${name} is sold out. This payment was not submitted. Place a new order without it.`,
    { fields: { item: first?.itemId, sku: first?.sku } },
  )
}
