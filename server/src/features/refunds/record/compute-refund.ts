import type { Cents } from '../../../lib/money.js'
import type { TxContext } from '../../../platform/context.js'
import type { Receipt, Refund, RefundItem } from '../../receipts/receipt.js'
import { getRefundable } from './get-refundable.js'
import { type RefundAmounts, refundAmounts } from './refund-amounts.js'
import { listRefunds } from './refund-store.js'

/**
 * Computes a refund of a receipt's sale from its earlier refunds, and returns these as well. Lock
 * the receipt before you record it.
 *
 * @throws {AppError} `invalid_input`, `invalid_usd`.
 */
export async function computeRefund(
  ctx: Pick<TxContext, 'db'>,
  input: { receipt: Receipt; usdCents: Cents | null; items: readonly RefundItem[] },
): Promise<{ amounts: RefundAmounts; earlier: Refund[] }> {
  const { receipt, usdCents, items } = input
  const leftCents = await getRefundable(ctx, receipt)
  const { merchant, id: receiptId } = receipt
  const earlier = await listRefunds(ctx.db, { merchant, receiptId })
  return { amounts: refundAmounts(receipt, { earlier, leftCents, usdCents, items }), earlier }
}
