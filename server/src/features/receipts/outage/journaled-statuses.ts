import type { Seller } from '../../../auth/caller.js'
import { AppError } from '../../../lib/errors.js'
import type { Address } from '../../../lib/hex.js'
import { type ReceiptStatus, statusFacts } from '../../../lib/receipt-statuses.js'
import type { Context, TxContext } from '../../../platform/context.js'
import type { StoreUnavailable } from '../../../platform/db/store-unavailable.js'
import type { JournalEntry, JournalKind } from '../../../platform/journal/journal-kind.js'
import { recordChange } from '../../audit/record-change.js'
import { isOwnSale, type OwnSales } from '../read/own-sales.js'
import type { Receipt } from '../receipt.js'
import { moveReceipt } from '../status/move-receipt.js'
import { postManualPayment, requireConfirmed } from '../status/post-manual-payment.js'
import { decideTransition, type TransitionActor } from '../status/transitions.js'
import { findReceiptForUpdate } from '../store.js'
import { receiptKey } from './journaled-receipts.js'
import { findKnownReceipt } from './recall-receipts.js'

/** The progress of a buyer, as a developer key or staff reported it, or a manual payment. */
export type PostedStatus = {
  merchant: Address
  id: string
  to: ReceiptStatus
  actor: TransitionActor
  by: string
  note: string | null
  /** The person or cashier who recorded a manual payment. */
  recordedBy?: Seller
}

/** Progress and manual payments that were reported while the database was unavailable. */
export const journaledStatuses: JournalKind<PostedStatus> = {
  name: 'status',
  merchantOf: ({ merchant }) => merchant,
  keysOf: (posted) => [receiptKey(posted)],
  async replay(ctx, entries) {
    const reasons: (string | null)[] = []
    for (const entry of entries) reasons.push(await replayStatus(ctx, entry))
    return reasons
  },
}

/**
 * Returns the receipt of a status that can wait for the database: the status is tracked or a manual
 * payment, and the receipt is known.
 *
 * @throws {StoreUnavailable} when it cannot.
 */
export async function requireTrackable(
  ctx: Pick<Context, 'journal' | 'snapshot'>,
  input: {
    status: Pick<PostedStatus, 'merchant' | 'id' | 'to' | 'actor'>
    own: OwnSales | null
    unavailable: StoreUnavailable
  },
): Promise<Receipt> {
  const { status, own, unavailable } = input
  const { to, actor } = status
  const { isTracking } = statusFacts[to]
  const receipt = isTracking || to === 'paid' ? await findKnownReceipt(ctx, status) : null
  if (!receipt || !isOwnSale(receipt, own)) throw unavailable
  if (isTracking) return receipt
  // Declining a refund request needs the database.
  const { status: from, kind } = receipt
  const isAllowed = from !== 'refund_requested' && actor === 'staff'
  if (isAllowed && decideTransition({ from, to, actor, kind }).kind === 'move') return receipt
  throw unavailable
}

async function replayStatus(
  ctx: TxContext,
  { value, at }: JournalEntry<PostedStatus>,
): Promise<string | null> {
  const receipt = await findReceiptForUpdate(ctx.db, value)
  if (!receipt) return 'the receipt does not exist'
  const then = { ...ctx, now: () => at }
  const { recordedBy, ...move } = value
  try {
    // Everything that refuses it comes before the first write, because other entries are in the same
    // transaction.
    if (recordedBy) await requireConfirmed(then, receipt)
    const moved = await moveReceipt(then, { ...move, receipt })
    if (recordedBy && moved.status !== receipt.status) {
      await postManualPayment(then, moved)
      await recordChange(then, {
        by: recordedBy,
        action: 'receipt.status_set',
        target: receipt.id,
        before: { status: receipt.status },
        after: { status: moved.status },
      })
    }
    return null
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}
