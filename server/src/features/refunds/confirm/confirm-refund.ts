import { baseUnits, micros } from '../../../lib/money.js'
import type { TxContext } from '../../../platform/context.js'
import { refundPaidEntries } from '../../ledger/entries.js'
import { refundKey } from '../../ledger/entry.js'
import { post, reversePosting } from '../../ledger/post.js'
import { listEntries } from '../../ledger/receipt-ledger.js'
import type { RefundRef } from '../../receipts/receipt.js'
import { updateConfirmed } from '../record/refund-store.js'

/** Records that a refund was paid on chain, so it is no longer owed. False if it was confirmed before or is unknown. */
export async function confirmRefund(
  ctx: Pick<TxContext, 'db' | 'now'>,
  { merchant, receiptId, id }: RefundRef,
): Promise<boolean> {
  const at = ctx.now()
  const change = await updateConfirmed(ctx.db, { merchant, receiptId, id, confirmedAt: at })
  if (!change) return false

  const posted = await listEntries(ctx, { merchant, key: refundKey(id) })
  const entries = posted
    .filter(({ account }) => account === 'refund_payable')
    .flatMap(({ asset, units, usdMicros }) =>
      refundPaidEntries({ asset, units: baseUnits(-units), usdMicros: micros(-usdMicros) }),
    )
  // Refunds older than the ledger have no entries in it.
  if (entries.length === 0) return true
  await post(ctx, {
    merchant,
    receiptId,
    key: refundPaidKey({ id, ledgerRevision: change.ledgerRevision }),
    kind: 'refund_paid',
    at,
    transactionHash: change.transactionHash,
    entries,
  })
  return true
}

/** Records that a reorganization removed a refund's transaction, so it is owed again. False if it was not confirmed. */
export async function unconfirmRefund(
  ctx: Pick<TxContext, 'db' | 'now'>,
  refund: RefundRef,
): Promise<boolean> {
  const change = await updateConfirmed(ctx.db, { ...refund, confirmedAt: null })
  if (!change) return false

  const key = refundPaidKey({ id: refund.id, ledgerRevision: change.ledgerRevision - 1 })
  await reversePosting(ctx, { merchant: refund.merchant, key, at: ctx.now() })
  return true
}

/** Returns the ledger key of a refund's payment. Every confirmation has its own: a reorganization may undo it. */
function refundPaidKey({ id, ledgerRevision }: { id: string; ledgerRevision: number }): string {
  return `refund-paid:${id}:${ledgerRevision}`
}
