import type { TxContext } from '../../../platform/context.js'
import type { ChargeReceipt } from './charge-receipt.js'
import { insertChargeReceipts } from './charge-receipt-store.js'

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
