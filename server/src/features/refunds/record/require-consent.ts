import { requireStepUp } from '../../../auth/sessions/require-step-up.js'
import { AppError } from '../../../lib/errors.js'
import { type Cents, centsFromDecimal, centsToDecimal } from '../../../lib/money.js'
import type { UnixMs } from '../../../lib/time.js'
import type { TxContext } from '../../../platform/context.js'
import type { Receipt } from '../../receipts/receipt.js'
import { getShopConfig } from '../../shop/get-shop-config.js'

/**
 * Proof that a refund is wanted: when a person last signed in or stepped up, or the second cashier
 * who approved it, if any.
 */
export type RefundConsent = { verifiedAt: UnixMs } | { approvedBy: string | null }

/**
 * Requires more than one session or PIN for a refund above the limit of the shop. It counts
 * everything that the receipt returns, so that several small refunds need it too. The transaction
 * has locked the receipt.
 *
 * @throws {AppError} `step_up_required`.
 */
export async function requireConsent(
  ctx: Pick<TxContext, 'db' | 'config' | 'now'>,
  input: { receipt: Receipt; usdCents: Cents; consent: RefundConsent },
): Promise<void> {
  const { receipt, usdCents, consent } = input
  const { refundLimitUsd } = await getShopConfig(ctx, receipt.merchant)
  const limit = refundLimitUsd === null ? null : centsFromDecimal(refundLimitUsd)
  const returned = receipt.refundedUsdCents + receipt.creditReturnedUsdCents + usdCents
  if (limit === null || returned <= limit) return
  if ('verifiedAt' in consent) {
    requireStepUp(consent, ctx.now())
    return
  }
  if (consent.approvedBy !== null) return
  throw new AppError(
    'step_up_required',
    `Refunds above ${centsToDecimal(limit)} USD need a second cashier with the right refund. Send approval with their cashierId and pin.`,
  )
}
