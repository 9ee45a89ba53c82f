import type { Address, Hash } from '../../../lib/hex.js'
import type { TxContext } from '../../../platform/context.js'
import { recordAnnouncedTransaction } from '../../settlement/announced/record-announced-transaction.js'

/** Tells settlement which transaction made a charge that the watcher did not find. */
export async function announceCharge(
  ctx: TxContext,
  charge: { merchant: Address; receiptId: string; hash: Hash },
): Promise<void> {
  await recordAnnouncedTransaction(ctx, { ...charge, network: null, isOfCheckout: false })
}
