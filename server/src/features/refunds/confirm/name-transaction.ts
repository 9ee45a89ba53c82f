import type { Seller } from '../../../auth/caller.js'
import { AppError, invalidInput } from '../../../lib/errors.js'
import type { Hash } from '../../../lib/hex.js'
import { type Context, inTransaction } from '../../../platform/context.js'
import { recordChange } from '../../audit/record-change.js'
import { lockReceipt, noSuchReceipt } from '../../receipts/read/get-receipt.js'
import { isOwnSale, ownSalesAt } from '../../receipts/read/own-sales.js'
import { listRefunds } from '../record/refund-store.js'
import { openSince } from './confirm-refunds.js'
import { lockTransaction, setTransaction } from './search-refunds.js'

/**
 * Names the transaction that pays a refund, which was recorded without one. The same transaction
 * again changes nothing.
 *
 * @throws {AppError} `not_found`, `conflict`, `invalid_input`.
 */
export async function nameTransaction(
  ctx: Context,
  input: { by: Seller; receiptId: string; refundId: string; hash: Hash },
): Promise<void> {
  const { by, receiptId, refundId, hash } = input
  const { merchant } = by
  const ownSales = 'registerId' in by ? ownSalesAt(by) : null
  await inTransaction(ctx, async (inTx) => {
    const receipt = await lockReceipt(inTx, { merchant, id: receiptId })
    if (!receipt || !isOwnSale(receipt, ownSales)) throw noSuchReceipt()
    const refunds = await listRefunds(inTx.db, { merchant, receiptId })
    const refund = refunds.find(({ id }) => id === refundId)
    if (!refund) throw new AppError('not_found', 'This receipt has no refund with this id.')
    if (refund.transactionHash === hash) return
    if (refund.transactionHash !== null) {
      throw new AppError('conflict', 'This refund names another transaction.')
    }
    if (refund.buyer === null) {
      throw invalidInput('This refund names no wallet, so no transaction pays it.')
    }
    await lockTransaction(inTx, { merchant, hash, ...openSince(ctx.now()) })
    if (!(await setTransaction(inTx, { merchant, receiptId, id: refundId, hash }))) {
      throw new AppError('conflict', 'Another refund of this receipt names this transaction.')
    }
    await recordChange(inTx, {
      by,
      action: 'receipt.refund_sent',
      target: receiptId,
      before: null,
      after: { refundId, txHash: hash },
    })
    inTx.db.afterCommit(() => ctx.wakeups.wake('payments'))
  })
}
