import { AppError } from '../../../lib/errors.js'
import { unixMs } from '../../../lib/time.js'
import type { TxContext } from '../../../platform/context.js'
import { holdAllStock } from '../../inventory/hold-stock.js'
import { wantedStock } from '../amounts/wanted-stock.js'
import type { Receipt } from '../receipt.js'
import { firmForMs, holdPaidStock } from './hold-paid-stock.js'
import { listSoldOut, type SoldOut } from './list-sold-out.js'
import { startFirmHold } from './soft-hold-store.js'

/**
 * Holds the stock of a locked receipt before money moves. Call it when a proof that the buyer can pay is accepted, such as
 * a signed payment.
 *
 * @throws {AppError} `insufficient_stock` when others hold or bought the stock of an order without a key. Roll back then.
 */
export async function startPayment(ctx: TxContext, receipt: Receipt): Promise<void> {
  if (await claimStock(ctx, receipt)) return
  throw soldOut(await listSoldOut(ctx, receipt))
}

/**
 * Holds the stock of a locked receipt whose payment starts, and returns whether there is enough. An order without a key
 * gets all of its stock or nothing, in the order of arrival, and holds it for 15 minutes from its first start. Another
 * start does not extend that time: after it, the stock must be free but is not held.
 */
export async function claimStock(ctx: TxContext, receipt: Receipt): Promise<boolean> {
  if (!receipt.softHold) {
    await holdPaidStock(ctx, receipt)
    return true
  }
  const { merchant, id: receiptId } = receipt
  const now = ctx.now()
  const latest = unixMs(now + firmForMs)
  const until = await startFirmHold(ctx.db, { merchant, receiptId, until: latest })
  if (until <= now) return (await listSoldOut(ctx, receipt)).length === 0
  return holdAllStock(ctx, { merchant, receiptId, wanted: wantedStock(receipt.lines), until })
}

/**
 * Requires that nothing of an order without a key is sold out. Other receipts pass.
 *
 * @throws {AppError} `insufficient_stock`.
 */
export async function requireInStock(ctx: Pick<TxContext, 'db'>, receipt: Receipt): Promise<void> {
  const missing = await listSoldOut(ctx, receipt)
  if (missing.length > 0) throw soldOut(missing)
}

function soldOut([first]: SoldOut[]): AppError {
  const name = first?.label ?? 'An item'
  return new AppError(
    'insufficient_stock',
    `${name} is sold out. Nothing was charged. Place a new order without it.`,
    { fields: { item: first?.itemId, sku: first?.sku } },
  )
}
