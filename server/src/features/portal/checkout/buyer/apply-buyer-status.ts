import { type Address, checksumAddress } from '../../../../lib/hex.js'
import { type ReceiptStatus, statusFacts } from '../../../../lib/receipt-statuses.js'
import type { TxContext } from '../../../../platform/context.js'
import { isExpired, type Receipt } from '../../../receipts/receipt.js'
import { addTimelineEntryOnce } from '../../../receipts/status/add-timeline-entry.js'
import { moveReceipt } from '../../../receipts/status/move-receipt.js'
import { type PortalSession, startAttempt } from '../portal-session.js'
import { trackBuyer } from '../track-buyer.js'
import { requirePayer } from './require-payer.js'

/** The transaction has locked the receipt, which also guards its session. */
type Page = { receipt: Receipt; session: PortalSession }

/**
 * Applies a status that a signed-in buyer sets, and returns the buyer's new session.
 *
 * @throws {AppError} `forbidden`, `invalid_input`.
 */
export async function applyBuyerStatus(
  ctx: TxContext,
  { wallet, to, ...page }: Page & { wallet: Address; to: ReceiptStatus },
): Promise<PortalSession> {
  const by = checksumAddress(wallet)
  if (to === 'link_opened' || to === 'buyer_logged_in' || to === 'checkout_initialized') {
    return trackBuyer(ctx, { ...page, to, actor: 'buyer', by })
  }
  if (to === 'checkout_success') return finishCheckout(ctx, page, by)
  if (to === 'refund_requested') await requirePayer(ctx, { receipt: page.receipt, wallet })

  // The transition table rejects every other status.
  await moveReceipt(ctx, { receipt: page.receipt, to, actor: 'buyer', by })
  return { ...page.session, lastSeenAt: ctx.now() }
}

/** Clears an earlier failure, except that an expired receipt stays failed. */
async function finishCheckout(
  ctx: TxContext,
  { receipt, session }: Page,
  by: string,
): Promise<PortalSession> {
  const now = ctx.now()
  const { status } = receipt
  if (status === 'failed' && isExpired(receipt, now)) {
    await addTimelineEntryOnce(ctx, {
      receipt,
      type: 'checkout_success',
      by,
      detail: { kept: status },
    })
    return { ...session, lastSeenAt: now }
  }

  await moveReceipt(ctx, { receipt, to: 'checkout_success', actor: 'buyer', by })
  return statusFacts[status].isSettled
    ? { ...session, lastSeenAt: now }
    : startAttempt(session, now)
}
