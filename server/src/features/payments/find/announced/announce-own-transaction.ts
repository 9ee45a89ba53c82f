import type { Hash } from '../../../../lib/hex.js'
import type { TxContext } from '../../../../platform/context.js'
import { hasPaymentOf } from '../../announced-transaction-store.js'
import type { ReceiptRef } from '../../payment.js'
import { recordAnnouncedTransaction } from './record-announced-transaction.js'

/**
 * Announces a mined transaction that the service knows to pay a receipt, unless its payment is
 * recorded. A lagging node may have omitted its logs for longer than the indexer reads them again.
 */
export async function announceOwnTransaction(
  ctx: Pick<TxContext, 'config' | 'db' | 'now' | 'wakeups'>,
  transaction: ReceiptRef & { hash: Hash },
): Promise<void> {
  if (await hasPaymentOf(ctx.db, transaction)) return
  await recordAnnouncedTransaction(ctx, { ...transaction, network: null, isOfCheckout: false })
}
