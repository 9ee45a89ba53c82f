import { AppError } from '../../../lib/errors.js'
import type { Address } from '../../../lib/hex.js'
import { type ReceiptStatus, statusFacts } from '../../../lib/receipt-statuses.js'
import type { Context, TxContext } from '../../../platform/context.js'
import type { StoreUnavailable } from '../../../platform/db/store-unavailable.js'
import type { JournalEntry, JournalKind } from '../../../platform/journal/journal-kind.js'
import { isOwnSale, type OwnSales } from '../read/own-sales.js'
import { moveReceipt } from '../status/move-receipt.js'
import type { TransitionActor } from '../status/transitions.js'
import { findReceiptForUpdate } from '../store.js'
import { receiptKey } from './journaled-receipts.js'
import { findKnownReceipt } from './recall-receipts.js'

/** The progress of a buyer, as a developer key or staff reported it. */
export type PostedStatus = {
  merchant: Address
  id: string
  to: ReceiptStatus
  actor: TransitionActor
  by: string
  note: string | null
}

/** Progress that was reported while the database was unavailable. */
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

/** Requires that a status can wait for the database: it is tracked, and its receipt is known. */
export async function requireTrackable(
  ctx: Pick<Context, 'journal' | 'snapshot'>,
  input: {
    status: Pick<PostedStatus, 'merchant' | 'id' | 'to'>
    own: OwnSales | null
    unavailable: StoreUnavailable
  },
): Promise<void> {
  const { status, own, unavailable } = input
  const receipt = statusFacts[status.to].isTracking ? await findKnownReceipt(ctx, status) : null
  if (receipt && isOwnSale(receipt, own)) return
  throw unavailable
}

async function replayStatus(
  ctx: TxContext,
  { value, at }: JournalEntry<PostedStatus>,
): Promise<string | null> {
  const receipt = await findReceiptForUpdate(ctx.db, value)
  if (!receipt) return 'the receipt does not exist'
  try {
    await moveReceipt({ ...ctx, now: () => at }, { ...value, receipt })
    return null
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}
