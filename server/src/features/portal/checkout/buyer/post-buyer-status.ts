import { type Buyer, requireSameReceipt } from '../../../../auth/caller.js'
import { AppError } from '../../../../lib/errors.js'
import { type Address, checksumAddress, isSameAddress } from '../../../../lib/hex.js'
import { isExpired, type ReceiptStatus, statusFacts } from '../../../../lib/receipt-statuses.js'
import { type Context, inTransaction, type TxContext } from '../../../../platform/context.js'
import { StoreUnavailable } from '../../../../platform/db/store-unavailable.js'
import type { JournalKind } from '../../../../platform/journal/journal-kind.js'
import { recordSigner } from '../../../payments/signers/signers.js'
import { receiptKey } from '../../../receipts/outage/journaled-receipts.js'
import { requireTrackable } from '../../../receipts/outage/journaled-statuses.js'
import { lockReceipt, noSuchReceipt } from '../../../receipts/read/get-receipt.js'
import type { Receipt } from '../../../receipts/receipt.js'
import type { PostStatusBody } from '../../../receipts/schemas.js'
import { addTimelineEntryOnce } from '../../../receipts/status/add-timeline-entry.js'
import { moveReceipt } from '../../../receipts/status/move-receipt.js'
import { readStatusBody } from '../../../receipts/status/read-status-body.js'
import { listPayers } from '../../../refunds/plan/list-payers.js'
import { findSession, upsertSession } from '../../read-model/session-store.js'
import { type LockedPage, newSession, type PortalSession, startAttempt } from '../portal-session.js'
import { trackBuyer } from '../track-buyer.js'

/**
 * Sets a receipt's status for a buyer signed in on its payment page. The timeline names the buyer's
 * wallet. While the database is unavailable, only the buyer's progress is accepted.
 *
 * @throws {AppError} `missing_receipt_id`, `missing_status`, `invalid_input`, `forbidden`,
 *   `not_found`.
 */
export async function postBuyerStatus(
  ctx: Context,
  { by, body }: { by: Buyer; body: PostStatusBody },
): Promise<{ isDegraded: boolean }> {
  const { id, to } = readStatusBody(body)
  requireSameReceipt(by, id)
  try {
    await inTransaction(ctx, (inTx) => saveStatus(inTx, { by, id, to }))
    return { isDegraded: false }
  } catch (unavailable) {
    if (!(unavailable instanceof StoreUnavailable)) throw unavailable
    const status = { merchant: by.merchant, id, to, actor: 'buyer' } as const
    await requireTrackable(ctx, { status, own: null, unavailable })
    await ctx.journal.append(journaledBuyerStatuses, { by, id, to })
    return { isDegraded: true }
  }
}

type BuyerStatus = { by: Buyer; id: string; to: ReceiptStatus }

/** Progress that buyers reported while the database was unavailable. */
export const journaledBuyerStatuses: JournalKind<BuyerStatus> = {
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
async function reasonOf(write: Promise<void>): Promise<string | null> {
  try {
    await write
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

/** An idle checkout fails the receipt, so a page whose link may be guessed cannot start one. */
function withoutCheckout(to: ReceiptStatus): ReceiptStatus {
  return to === 'checkout_initialized' || to === 'checkout_success' ? 'buyer_logged_in' : to
}

/**
 * Applies a status that a signed-in buyer sets, and returns the buyer's new session.
 *
 * @throws {AppError} `forbidden`, `invalid_input`.
 */
async function applyBuyerStatus(
  ctx: TxContext,
  { wallet, to, ...page }: LockedPage & { wallet: Address; to: ReceiptStatus },
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
  { receipt, session }: LockedPage,
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

/**
 * Requires that this wallet is the buyer of the receipt, or paid at least a cent of it on chain.
 *
 * @throws {AppError} `forbidden`.
 */
async function requirePayer(
  ctx: Pick<TxContext, 'db'>,
  { receipt, wallet }: { receipt: Receipt; wallet: Address },
): Promise<void> {
  const payers = [receipt.buyerWallet, ...(await listPayers(ctx, receipt))]
  if (payers.some((payer) => payer !== null && isSameAddress(payer, wallet))) return
  throw new AppError(
    'forbidden',
    'Only the wallet that paid this receipt can request a refund. Sign in with that wallet, or contact the shop.',
  )
}
