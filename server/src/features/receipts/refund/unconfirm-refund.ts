import type { TxContext } from '../../../platform/context.js'
import { reversePosting } from '../../ledger/reverse-posting.js'
import { refundPaidKey } from './confirm-refund.js'
import { type RefundRef, updateConfirmed } from './refund-store.js'

/** A reorganisation took the refund's transaction away: it is owed again. `false` when it was not confirmed. */
export async function unconfirmRefund(
  ctx: Pick<TxContext, 'db' | 'now'>,
  refund: RefundRef,
): Promise<boolean> {
  const told = await updateConfirmed(ctx.db, { ...refund, confirmedAt: null })
  if (!told) return false

  const key = refundPaidKey({ id: refund.id, posted: told.posted - 1 })
  await reversePosting(ctx, { merchant: refund.merchant, key, at: ctx.now() })
  return true
}
