import type { Principal } from '../../../auth/caller.js'
import type { UnixMs } from '../../../lib/time.js'
import type { Context } from '../../../platform/context.js'
import { lockReceipt, noSuchReceipt } from '../../receipts/read/get-receipt.js'
import { recordRefund } from './record-refund.js'

/**
 * Records a refund of everything that is left of a receipt, without a transaction. Its buyer is the
 * wallet that paid, or null. Does nothing if the receipt is refunded already.
 *
 * @throws {AppError} `not_found`, `invalid_input` when the receipt has no sale, `step_up_required`.
 */
export async function refundRemaining(
  ctx: Context,
  input: { by: Principal; receiptId: string; reason: string | null; verifiedAt: UnixMs },
): Promise<void> {
  const { by, receiptId, reason, verifiedAt } = input
  await ctx.db.transaction(async (tx) => {
    const receipt = await lockReceipt({ db: tx }, { merchant: by.merchant, id: receiptId })
    if (!receipt) throw noSuchReceipt()
    if (receipt.status === 'refunded') return
    const refund = {
      id: ctx.newId('rfnd'),
      usdCents: null,
      buyer: receipt.buyerWallet,
      isCredit: false,
      items: [],
      transactionHash: null,
      reason,
      restock: false,
    }
    await recordRefund({ ...ctx, db: tx }, { by, receipt, refund, consent: { verifiedAt } })
    tx.afterCommit(() => ctx.wakeups.wake('payments'))
  })
}
