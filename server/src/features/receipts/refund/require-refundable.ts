import { AppError } from '../../../lib/errors.js'
import { type Cents, cents, centsToDecimal } from '../../../lib/money.js'
import type { TxContext } from '../../../platform/context.js'
import type { Receipt } from '../receipt.js'
import { statusFacts } from '../status/statuses.js'
import { wasPaid } from '../status/timeline-store.js'

/**
 * Requires that this amount of a receipt can be refunded. Checks the timeline besides the status: a refund may be
 * requested for a receipt that was never paid.
 *
 * @throws {AppError} `invalid_input`, `invalid_usd`.
 */
export async function requireRefundable(
  ctx: Pick<TxContext, 'db'>,
  { receipt, usdCents }: { receipt: Receipt; usdCents: Cents },
): Promise<void> {
  if (!statusFacts[receipt.status].isPaid || !(await wasPaid(ctx.db, receipt))) {
    throw new AppError(
      'invalid_input',
      'Only a paid receipt that is not fully refunded can be refunded.',
    )
  }
  const left = cents(receipt.totalUsdCents - receipt.refundedUsdCents)
  if (usdCents <= left) return
  const shown = centsToDecimal(left).toFixed(2)
  throw new AppError('invalid_usd', `The amount exceeds the balance left to refund (${shown} USD).`)
}
