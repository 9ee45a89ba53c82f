import { type Buyer, requireSameReceipt } from '../../../../auth/caller.js'
import { AppError } from '../../../../lib/errors.js'
import type { ReceiptStatus } from '../../../../lib/receipt-statuses.js'
import type { Context, TxContext } from '../../../../platform/context.js'
import { StoreUnavailable } from '../../../../platform/db/store-unavailable.js'
import type { JournalKind } from '../../../../platform/journal/journal-kind.js'
import { recordSigner } from '../../../payments/signers/signers.js'
import { receiptKey } from '../../../receipts/outage/journalled-receipts.js'
import { requireTrackable } from '../../../receipts/outage/journalled-statuses.js'
import { lockReceipt, noSuchReceipt } from '../../../receipts/read/get-receipt.js'
import type { PostStatusBody } from '../../../receipts/schemas.js'
import { readStatusBody } from '../../../receipts/status/read-status-body.js'
import { findSession, upsertSession } from '../../read-model/session-store.js'
import { newSession } from '../portal-session.js'
import { applyBuyerStatus } from './apply-buyer-status.js'

/**
 * Sets a receipt's status for a buyer signed in on its payment page. The timeline names the buyer's wallet. While the
 * database is unavailable, only the buyer's progress is accepted.
 *
 * @throws {AppError} `missing_receipt_id`, `missing_status`, `invalid_input`, `forbidden`, `not_found`.
 */
export async function postBuyerStatus(
  ctx: Context,
  { by, body }: { by: Buyer; body: PostStatusBody },
): Promise<{ isDegraded: boolean }> {
  const { id, to } = readStatusBody(body)
  requireSameReceipt(by, id)
  try {
    await ctx.db.transaction((tx) => saveStatus({ ...ctx, db: tx }, { by, id, to }))
    return { isDegraded: false }
  } catch (unavailable) {
    if (!(unavailable instanceof StoreUnavailable)) throw unavailable
    await requireTrackable(ctx, { status: { merchant: by.merchant, id, to }, unavailable })
    await ctx.journal.append(journalledBuyerStatuses, { by, id, to })
    return { isDegraded: true }
  }
}

type BuyerStatus = { by: Buyer; id: string; to: ReceiptStatus }

/** Progress that buyers reported while the database was unavailable. */
export const journalledBuyerStatuses: JournalKind<BuyerStatus> = {
  name: 'buyer-status',
  merchantOf: ({ by }) => by.merchant,
  keysOf: ({ by, id }) => [receiptKey({ merchant: by.merchant, id })],
  async replay(ctx, entries) {
    const reasons: (string | null)[] = []
    for (const { value, at } of entries) {
      reasons.push(await reasonOf(saveStatus({ ...ctx, now: () => at }, value)))
    }
    return reasons
  },
}

/** Returns why a write was refused, or null. */
async function reasonOf(written: Promise<void>): Promise<string | null> {
  try {
    await written
    return null
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}

async function saveStatus(ctx: TxContext, { by, id, to }: BuyerStatus): Promise<void> {
  const { merchant, wallet } = by
  const receipt = await lockReceipt(ctx, { merchant, id })
  if (!receipt) throw noSuchReceipt()
  await recordSigner(ctx, { merchant, receiptId: id, wallet })
  const session = (await findSession(ctx.db, by)) ?? newSession(by, ctx.now())
  const reached = by.isLimited ? withoutCheckout(to) : to
  const after = await applyBuyerStatus(ctx, { receipt, session, wallet, to: reached })
  await upsertSession(ctx.db, after)
}

/** A checkout would fail when it is idle, so a page whose link may have been guessed cannot start one. */
function withoutCheckout(to: ReceiptStatus): ReceiptStatus {
  return to === 'checkout_initialized' || to === 'checkout_success' ? 'buyer_logged_in' : to
}
