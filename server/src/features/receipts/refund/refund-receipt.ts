import type { Principal } from '../../../auth/caller.js'
import { cents, centsToDecimal } from '../../../lib/money.js'
import type { Context, TxContext } from '../../../platform/context.js'
import { recordChange } from '../../audit/record-change.js'
import { returnStock } from '../../inventory/return-stock.js'
import { withCatalogueMutex } from '../../inventory/with-catalogue-mutex.js'
import { noSuchReceipt } from '../get-receipt.js'
import type { Receipt, Refund } from '../receipt.js'
import { authorName } from '../status/author-name.js'
import { moveReceipt } from '../status/move-receipt.js'
import { insertEvent } from '../status/timeline-store.js'
import { findReceiptForUpdate, updateProgress } from '../store.js'
import { listRefunds } from './list-refunds.js'
import { postRefund } from './post-refund.js'
import { readRefund } from './read-refund.js'
import { insertRefund } from './refund-store.js'
import { requireRefundable } from './require-refundable.js'
import { returnedStock } from './returned-stock.js'
import type { RefundBody } from './schemas.js'

/**
 * Records a refund. A full refund makes the receipt `refunded`; a partial one keeps its status. A refund with the same id
 * or the same transaction counts once.
 *
 * @throws {AppError} `missing_receipt_id`, `invalid_buyer`, `invalid_usd`, `invalid_input`, `not_found`.
 */
export async function refundReceipt(
  ctx: Context,
  { by, id, body }: { by: Principal; id: string; body: RefundBody },
): Promise<void> {
  const { merchant } = by
  const { receiptId, ...given } = readRefund(body)

  const work = () =>
    ctx.db.transaction(async (tx) => {
      const inTx = { ...ctx, db: tx }
      const receipt = await findReceiptForUpdate(tx, { merchant, id: receiptId })
      if (!receipt) throw noSuchReceipt()
      const earlier = await listRefunds(inTx, { merchant, receiptId })
      if (isKnown(earlier, { id, hash: given.transactionHash })) return
      await requireRefundable(inTx, { receipt, usdCents: given.usdCents })
      const returned = returnedStock(receipt, { earlier, refund: given })

      const made = { id, by: authorName(by), createdAt: ctx.now(), confirmedAt: null }
      const paidIn = await postRefund(inTx, { receipt, refund: { ...given, ...made } })
      const refund = { ...given, ...made, paidIn }
      await insertRefund(tx, { merchant, receiptId, refund })
      await returnStock(inTx, { merchant, returned })
      await applyRefund(inTx, { receipt, refund })
      // The transaction may be on chain already.
      tx.afterCommit(() => ctx.wakeups.wake('payments'))
      await recordChange(inTx, {
        by,
        action: 'receipt.refunded',
        target: receiptId,
        before: null,
        after: { usd: centsToDecimal(refund.usdCents), buyer: refund.buyer },
      })
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

async function applyRefund(
  ctx: TxContext,
  { receipt, refund }: { receipt: Receipt; refund: Refund },
): Promise<void> {
  const { merchant, id, totalUsdCents } = receipt
  const refundedUsdCents = cents(receipt.refundedUsdCents + refund.usdCents)
  const updated = { ...receipt, refundedUsdCents, updatedAt: ctx.now() }
  if (refundedUsdCents === totalUsdCents) {
    const { by, reason: note, transactionHash } = refund
    const move = { receipt: updated, to: 'refunded', actor: 'staff' } as const
    await moveReceipt(ctx, { ...move, by, note, transactionHash })
    return
  }

  await updateProgress(ctx.db, updated)
  await insertEvent(ctx.db, {
    merchant,
    id,
    event: {
      status: 'refund_partial',
      previousStatus: receipt.status,
      at: ctx.now(),
      by: refund.by,
      note: refund.reason,
      transactionHash: refund.transactionHash,
      detail: { usd: centsToDecimal(refund.usdCents) },
    },
  })
}
