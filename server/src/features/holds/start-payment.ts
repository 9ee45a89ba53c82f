import { AppError } from '../../lib/errors.js'
import type { Address } from '../../lib/hex.js'
import { MINUTE_MS, unixMs } from '../../lib/time.js'
import type { TxContext } from '../../platform/context.js'
import { holdAllStock } from '../inventory/hold-stock.js'
import { type Backing, saveFirmHold } from './firm-hold-store.js'
import { mayHold } from './firm-holds.js'
import { firmForMs, type HeldReceipt, holdPaidStock } from './hold-paid-stock.js'
import { listSoldOut, type SoldOut } from './list-sold-out.js'
import { startFirmHold } from './soft-hold-store.js'
import { wantedStock } from './wanted-stock.js'

/**
 * Holds the stock of a locked receipt before money moves. Call it when a proof that the buyer can
 * pay is accepted, such as a payment signed by `payer`.
 *
 * @throws {AppError} `insufficient_stock` when others hold or bought the stock of an order without a key. Roll back then.
 */
export async function startPayment(
  ctx: TxContext,
  receipt: HeldReceipt,
  payer: Address,
): Promise<void> {
  if (await claimStock(ctx, { receipt, backing: { payer, hash: null, network: null } })) return
  throw soldOut(await listSoldOut(ctx, receipt))
}

/** How long a pending transaction holds stock. A sufficient fee is mined within a few blocks. */
const pendingForMs = 2 * MINUTE_MS

/**
 * Holds the stock of a locked receipt whose payment starts, and returns whether there is enough. An order without a key
 * gets all of its stock or nothing, in the order of arrival. It holds it from its first start for 15 minutes, or for two
 * with a pending transaction. Another start does not extend that time. After it, and for a payer with too many holds, the
 * stock must be free but is not held.
 */
export async function claimStock(
  ctx: TxContext,
  { receipt, backing }: { receipt: HeldReceipt; backing: Backing },
): Promise<boolean> {
  if (!receipt.softHold) {
    await holdPaidStock(ctx, receipt)
    return true
  }
  const { merchant, id: receiptId } = receipt
  const wanted = wantedStock(receipt.lines)
  if (wanted.length === 0) return true
  const now = ctx.now()
  const latest = unixMs(now + (backing.hash ? pendingForMs : firmForMs))
  const until = receipt.softHold.firmUntil ?? latest
  if (until <= now || !(await mayHold(ctx, { receipt, backing }))) {
    return (await listSoldOut(ctx, receipt)).length === 0
  }
  if (!(await holdAllStock(ctx, { merchant, receiptId, wanted, until }))) return false
  await startFirmHold(ctx.db, { merchant, receiptId, until })
  await saveFirmHold(ctx.db, { merchant, receiptId, ...backing, until })
  return true
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
  const missing = await listSoldOut(ctx, receipt)
  if (missing.length > 0) throw soldOut(missing)
}

function soldOut([first]: SoldOut[]): AppError {
  const name = first?.label ?? 'An item'
  return new AppError(
    'insufficient_stock',
    `${name} is sold out. This payment was not submitted. Place a new order without it.`,
    { fields: { item: first?.itemId, sku: first?.sku } },
  )
}
