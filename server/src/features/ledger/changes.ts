import type { TxContext } from '../../platform/context.js'
import { type ChangedReceipt, insertChange, takeOldestChanges } from './change-store.js'
import type { Posting } from './entry.js'

type ChangeContext = Pick<TxContext, 'db'>

/** Records that sale, refunds or payer of a receipt changed, for jobs that follow the ledger. */
export function recordReceiptChange(ctx: ChangeContext, receipt: ChangedReceipt): Promise<void> {
  return insertChange(ctx.db, receipt)
}

/** Records a change of the receipt of a posting, if it is a sale or refund. */
export async function recordPostingChange(
  ctx: ChangeContext,
  { merchant, receiptId, kind }: Pick<Posting, 'merchant' | 'receiptId' | 'kind'>,
): Promise<void> {
  const isFollowed = kind === 'sale' || kind === 'refund'
  if (isFollowed && receiptId !== null) await insertChange(ctx.db, { merchant, receiptId })
}

/** Removes the oldest recorded changes and returns them. A receipt may occur more than once. */
export function takeChanges(ctx: ChangeContext, limit: number): Promise<ChangedReceipt[]> {
  return takeOldestChanges(ctx.db, limit)
}
