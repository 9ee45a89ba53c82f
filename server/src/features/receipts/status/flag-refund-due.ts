import type { Address } from '../../../lib/hex.js'
import type { TxContext } from '../../../platform/context.js'

/**
 * Flags a receipt whose buyer is due a refund, such as for a subscription that was charged after it
 * was canceled or paused. The list of receipts shows it with `refund_due` until it is refunded.
 */
export async function flagRefundDue(
  ctx: Pick<TxContext, 'db'>,
  { merchant, id }: { merchant: Address; id: string },
): Promise<void> {
  await ctx.db.query('update receipts set refund_due = true where merchant = $1 and id = $2', [
    merchant,
    id,
  ])
}
