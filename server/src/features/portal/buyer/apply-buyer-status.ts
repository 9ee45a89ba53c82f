import { type Address, checksumAddress } from '../../../lib/hex.js'
import type { TxContext } from '../../../platform/context.js'
import type { Receipt } from '../../receipts/receipt.js'
import { addTimelineEntryOnce } from '../../receipts/status/add-timeline-entry.js'
import { isExpired } from '../../receipts/status/is-expired.js'
import { moveReceipt } from '../../receipts/status/move-receipt.js'
import { type ReceiptStatus, statusFacts } from '../../receipts/status/statuses.js'
import { type PortalSession, startAttempt } from '../portal-session.js'
import { trackBuyer } from '../track-buyer.js'
import { requirePayer } from './require-payer.js'

/** The receipt is held by the transaction, and so is what was done on its page. */
type Page = { receipt: Receipt; session: PortalSession }

/**
 * Moves a receipt as far as a signed-in buyer asks for and may, and returns how far the buyer is then.
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

  // Everything else the table refuses.
  await moveReceipt(ctx, { receipt: page.receipt, to, actor: 'buyer', by })
  return { ...page.session, lastSeenAt: ctx.now() }
}

/** What went wrong before no longer matters. But a receipt whose time is over stays so, whatever its buyer says. */
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
