import type { TxContext } from '../../../platform/context.js'
import { postRefundPaid, reverseRefundPaid } from '../../ledger/refund-paid.js'
import type { RefundRef } from '../../receipts/receipt.js'
import { updateConfirmed } from '../record/refund-store.js'

/** Records that a refund was paid on chain. False if it was already confirmed or is unknown. */
export async function confirmRefund(
  ctx: Pick<TxContext, 'db' | 'now'>,
  { merchant, receiptId, id }: RefundRef,
): Promise<boolean> {
  const at = ctx.now()
  const change = await updateConfirmed(ctx.db, { merchant, receiptId, id, confirmedAt: at })
  if (!change) return false
  await postRefundPaid(ctx, { merchant, receiptId, refundId: id, at, ...change })
  return true
}

/** Records that a reorg removed a refund's transaction. False if it was not confirmed. */
export async function unconfirmRefund(
  ctx: Pick<TxContext, 'db' | 'now'>,
  refund: RefundRef,
): Promise<boolean> {
  const change = await updateConfirmed(ctx.db, { ...refund, confirmedAt: null })
  if (!change) return false
  const { merchant, id: refundId } = refund
  const ledgerRevision = change.ledgerRevision - 1
  await reverseRefundPaid(ctx, { merchant, refundId, ledgerRevision, at: ctx.now() })
  return true
}
