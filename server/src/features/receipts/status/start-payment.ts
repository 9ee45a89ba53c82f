import type { Address } from '../../../lib/hex.js'
import type { UnixMs } from '../../../lib/time.js'
import type { TxContext } from '../../../platform/context.js'
import { claimStock, soldOut } from '../../holds/claim-stock.js'
import { listSoldOut } from '../../holds/list-sold-out.js'
import type { Receipt } from '../receipt.js'
import { startFirmHold } from '../store.js'

/**
 * Holds the stock of a locked receipt before money moves. Call it when a proof that the buyer can
 * pay is accepted, such as a payment signed by `payer`.
 *
 * @throws {AppError} `insufficient_stock` when others hold or bought the stock of an order without
 *   a key. Roll back then.
 */
export async function startPayment(
  ctx: TxContext,
  receipt: Receipt,
  payer: Address,
): Promise<void> {
  const backing = { payer, hash: null, network: null }
  const { isEnough, firmUntil } = await claimStock(ctx, { receipt, backing })
  if (!isEnough) throw soldOut(await listSoldOut(ctx, receipt))
  await saveFirmHold(ctx, receipt, firmUntil)
}

/** Saves the end of a receipt's firm hold, unless it is null or another one was saved before. */
export async function saveFirmHold(
  { db }: Pick<TxContext, 'db'>,
  { merchant, id }: Receipt,
  until: UnixMs | null,
): Promise<void> {
  if (until !== null) await startFirmHold(db, { merchant, id, until })
}
