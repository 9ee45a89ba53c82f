import type { Hash } from '../../../../lib/hex.js'
import type { TxContext } from '../../../../platform/context.js'
import type { ChargeReceipt } from './charge-receipt.js'
import { insertChargeReceipts, listByChargeKey } from './charge-receipt-store.js'

/**
 * Records which receipts the charges of subscriptions pay. From then on the watcher credits a charge to its receipt. Call it
 * in the transaction that plans the charges.
 */
export async function expectCharges(
  ctx: Pick<TxContext, 'db'>,
  charges: readonly ChargeReceipt[],
): Promise<void> {
  await insertChargeReceipts(ctx.db, charges)
}

/** Returns the id of the receipt that a charge pays, or null when it is not expected. */
export async function findExpected(
  { db, config: { chainId } }: Pick<TxContext, 'db' | 'config'>,
  chargeKey: Hash,
): Promise<string | null> {
  const known = await listByChargeKey(db, { chainId, keys: [chargeKey] })
  return known.get(chargeKey)?.receiptId ?? null
}
