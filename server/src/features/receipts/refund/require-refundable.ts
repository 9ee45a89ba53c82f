import { AppError } from '../../../lib/errors.js'
import { type Cents, cents, centsToDecimal } from '../../../lib/money.js'
import type { TxContext } from '../../../platform/context.js'
import type { Receipt } from '../receipt.js'
import { statusFacts } from '../status/statuses.js'
import { wasPaid } from '../status/timeline-store.js'

/**
 * Passes when this much of what a receipt was paid can be given back. By what happened, not by the status alone: a
 * buyer may ask for money back that never came.
 *
 * @throws {AppError} `invalid_input`, `invalid_usd`.
 */
export async function requireRefundable(
  ctx: Pick<TxContext, 'db'>,
  { receipt, usdCents }: { receipt: Receipt; usdCents: Cents },
): Promise<void> {
  if (!statusFacts[receipt.status].isPaid || !(await wasPaid(ctx.db, receipt))) {
    throw new AppError('invalid_input', 'Only what was paid and not refunded yet can be refunded')
  }
  const left = cents(receipt.totalUsdCents - receipt.refundedUsdCents)
  if (usdCents <= left) return
  const shown = centsToDecimal(left).toFixed(2)
  throw new AppError('invalid_usd', `At most ${shown} dollars are left to refund`)
}
