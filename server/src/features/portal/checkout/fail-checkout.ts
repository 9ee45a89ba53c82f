import { statusFacts } from '../../../lib/receipt-statuses.js'
import type { TxContext } from '../../../platform/context.js'
import type { Receipt } from '../../receipts/receipt.js'
import type { FailureCode } from '../../receipts/status/failures.js'
import { moveReceipt } from '../../receipts/status/move-receipt.js'
import type { TransitionActor } from '../../receipts/status/transitions.js'
import { hasPayment } from '../read-model/session-store.js'

/**
 * Fails a locked receipt, unless it is settled or has a payment that arrived or is in flight: such a receipt stays
 * open, whatever the buyer does.
 */
export async function failCheckout(
  ctx: TxContext,
  input: { receipt: Receipt; code: FailureCode; actor: TransitionActor; by: string },
): Promise<'failed' | 'settled' | 'payment in flight'> {
  const { receipt, code, actor, by } = input
  if (statusFacts[receipt.status].isSettled) return 'settled'
  const { merchant, id: receiptId } = receipt
  if (await hasPayment(ctx.db, { merchant, receiptId })) return 'payment in flight'
  await moveReceipt(ctx, { receipt, to: 'failed', actor, by, failureCode: code })
  return 'failed'
}
