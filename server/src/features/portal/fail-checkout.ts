import type { TxContext } from '../../platform/context.js'
import type { Receipt } from '../receipts/receipt.js'
import type { FailureCode } from '../receipts/status/failures.js'
import { moveReceipt } from '../receipts/status/move-receipt.js'
import { statusFacts } from '../receipts/status/statuses.js'
import type { Actor } from '../receipts/status/transitions.js'
import { isPaymentUnderWay } from './session-store.js'

/**
 * Gives up a receipt that the transaction holds, unless it is settled, or money for it is there or on its way: that
 * stays open, whatever the buyer does. Says whether a payment was under way.
 */
export async function failCheckout(
  ctx: TxContext,
  input: { receipt: Receipt; code: FailureCode; actor: Actor; by: string },
): Promise<'failed' | 'settled' | 'under way'> {
  const { receipt, code, actor, by } = input
  if (statusFacts[receipt.status].isSettled) return 'settled'
  const { merchant, id: receiptId } = receipt
  if (await isPaymentUnderWay(ctx.db, { merchant, receiptId })) return 'under way'
  await moveReceipt(ctx, { receipt, to: 'failed', actor, by, failureCode: code })
  return 'failed'
}
