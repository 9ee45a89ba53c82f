import { type Buyer, requireSameReceipt } from '../../../auth/caller.js'
import type { Context } from '../../../platform/context.js'
import { noSuchReceipt } from '../../receipts/get-receipt.js'
import type { PostStatusBody } from '../../receipts/schemas.js'
import { lockReceipt } from '../../receipts/status/lock-receipt.js'
import { readStatusBody } from '../../receipts/status/read-status-body.js'
import type { ReceiptStatus } from '../../receipts/status/statuses.js'
import { newSession } from '../portal-session.js'
import { findSession, upsertSession } from '../session-store.js'
import { applyBuyerStatus } from './apply-buyer-status.js'

/**
 * Sets a receipt's status for a buyer signed in on its payment page. The timeline names the buyer's wallet.
 *
 * @throws {AppError} `missing_receipt_id`, `missing_status`, `invalid_input`, `forbidden`, `not_found`.
 */
export async function postBuyerStatus(
  ctx: Context,
  { by, body }: { by: Buyer; body: PostStatusBody },
): Promise<void> {
  const { id, to } = readStatusBody(body)
  requireSameReceipt(by, id)
  const { merchant, wallet } = by

  await ctx.db.transaction(async (tx) => {
    const inTx = { ...ctx, db: tx }
    const receipt = await lockReceipt({ db: tx }, { merchant, id })
    if (!receipt) throw noSuchReceipt()
    const session = (await findSession(tx, by)) ?? newSession(by, ctx.now())
    const reached = by.isLimited ? withoutCheckout(to) : to
    await upsertSession(tx, await applyBuyerStatus(inTx, { receipt, session, wallet, to: reached }))
  })
}

/** A checkout would fail when it is idle, so a page whose link may have been guessed cannot start one. */
function withoutCheckout(to: ReceiptStatus): ReceiptStatus {
  return to === 'checkout_initialized' || to === 'checkout_success' ? 'buyer_logged_in' : to
}
