import type { Principal } from '../../../auth/caller.js'
import type { Context } from '../../../platform/context.js'
import { withCatalogueMutex } from '../../inventory/with-catalogue-mutex.js'
import { noSuchReceipt } from '../get-receipt.js'
import type { Refund } from '../receipt.js'
import { findReceiptForUpdate } from '../store.js'
import { readRefund } from './read-refund.js'
import { recordCreditReturn, recordRefund, type TakeFromPayments } from './record-refund.js'
import { listRefunds } from './refund-store.js'
import type { RefundBody } from './schemas.js'

/**
 * Records a refund, or a return of credit. A full refund makes the receipt `refunded`; a partial one and a return of
 * credit keep its status. A refund with the same id or the same transaction counts once.
 *
 * @throws {AppError} `missing_receipt_id`, `invalid_buyer`, `invalid_usd`, `invalid_input`, `not_found`.
 */
export async function refundReceipt(
  ctx: Context,
  input: {
    by: Principal
    id: string
    body: RefundBody
    /** Settlement, which is built on receipts, provides it. */
    takeFromPayments: TakeFromPayments
  },
): Promise<void> {
  const { by, id, takeFromPayments } = input
  const { merchant } = by
  const { receiptId, ...given } = readRefund(input.body)
  const refund = { id, ...given }

  const work = () =>
    ctx.db.transaction(async (tx) => {
      const inTx = { ...ctx, db: tx }
      const receipt = await findReceiptForUpdate(tx, { merchant, id: receiptId })
      if (!receipt) throw noSuchReceipt()
      const earlier = await listRefunds(inTx.db, { merchant, receiptId })
      if (isKnown(earlier, { id, hash: given.transactionHash })) return
      const record = { by, receipt, refund }
      await (refund.isCredit
        ? recordCreditReturn(inTx, { ...record, takeFromPayments })
        : recordRefund(inTx, record))
      // The transaction may be on chain already.
      tx.afterCommit(() => ctx.wakeups.wake('payments'))
    })
  await (given.restock ? withCatalogueMutex(ctx, { merchant, work }) : work())
}

function isKnown(
  earlier: readonly Refund[],
  { id, hash }: { id: string; hash: string | null },
): boolean {
  return earlier.some(
    (refund) => refund.id === id || (hash !== null && refund.transactionHash === hash),
  )
}
