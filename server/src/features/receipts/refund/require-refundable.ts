import { AppError } from '../../../lib/errors.js'
import { type Cents, cents, centsToDecimal } from '../../../lib/money.js'
import type { TxContext } from '../../../platform/context.js'
import type { Receipt } from '../receipt.js'
import { statusFacts } from '../status/statuses.js'
import { wasPaid } from '../status/timeline-store.js'

/**
 * Requires that this amount of a receipt can be refunded.
 *
 * @throws {AppError} `invalid_input` when the receipt was never paid, `invalid_usd` when less or nothing is left.
 */
export async function requireRefundable(
  ctx: Pick<TxContext, 'db'>,
  { receipt, usdCents }: { receipt: Receipt; usdCents: Cents },
): Promise<void> {
  if (!(await holdsPayment(ctx, receipt))) {
    throw new AppError('invalid_input', 'This receipt was never paid. Refund only paid receipts.')
  }
  const left = cents(receipt.totalUsdCents - receipt.refundedUsdCents)
  if (left > 0n && usdCents <= left) return
  const shown = centsToDecimal(left).toFixed(2)
  throw new AppError('invalid_usd', `The amount exceeds the balance left to refund (${shown} USD).`)
}

/** Checks the timeline besides the status: a refund may be requested for a receipt that was paid only in part. */
async function holdsPayment(ctx: Pick<TxContext, 'db'>, receipt: Receipt): Promise<boolean> {
  const { status } = receipt
  return (statusFacts[status].isPaid || status === 'refunded') && wasPaid(ctx.db, receipt)
}
