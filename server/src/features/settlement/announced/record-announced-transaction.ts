import { AppError } from '../../../lib/errors.js'
import type { Hash } from '../../../lib/hex.js'
import type { TxContext } from '../../../platform/context.js'
import type { ReceiptRef } from '../payment.js'
import { insertAnnounced } from './announced-transaction-store.js'

const announcedPerReceipt = 20

/**
 * Records a transaction that a buyer says pays a receipt, to be looked up in the next round. The caller's transaction
 * has locked the receipt.
 *
 * @throws {AppError} `invalid_input` when the receipt has too many of them.
 */
export async function recordAnnouncedTransaction(
  ctx: Pick<TxContext, 'db' | 'now' | 'wakeups'>,
  { merchant, receiptId, hash }: ReceiptRef & { hash: Hash },
): Promise<void> {
  const isRecorded = await insertAnnounced(ctx.db, {
    merchant,
    receiptId,
    hash,
    now: ctx.now(),
    atMost: announcedPerReceipt,
  })
  if (!isRecorded) {
    throw new AppError(
      'invalid_input',
      `You can announce at most ${announcedPerReceipt} transactions per receipt. We detect your payment automatically.`,
    )
  }
  ctx.db.afterCommit(() => ctx.wakeups.wake('payments'))
}
