import type { UnixMs } from '../../lib/time.js'
import type { TxContext } from '../../platform/context.js'
import {
  type ChangedReceipt,
  deleteChanges,
  insertChange,
  insertChangesSince,
} from './change-store.js'
import type { Posting } from './entry.js'

type ChangeContext = Pick<TxContext, 'db'>

/** Records that the sale, the refunds or the payer of a receipt changed, for those that follow the ledger. */
export function recordChange(ctx: ChangeContext, receipt: ChangedReceipt): Promise<void> {
  return insertChange(ctx.db, receipt)
}

/** Records a posting that changes the sale or the refunds of a receipt. */
export async function recordPosting(
  ctx: ChangeContext,
  { merchant, receiptId, kind }: Pick<Posting, 'merchant' | 'receiptId' | 'kind'>,
): Promise<void> {
  const isFollowed = kind === 'sale' || kind === 'refund'
  if (isFollowed && receiptId !== null) await insertChange(ctx.db, { merchant, receiptId })
}

/** Removes the oldest recorded changes and returns them. A receipt may occur more than once. */
export function takeChanges(ctx: ChangeContext, limit: number): Promise<ChangedReceipt[]> {
  return deleteChanges(ctx.db, limit)
}

/** Records every receipt with a sale or refund since a time again, in case a process of an older version did not. */
export function repeatChanges(ctx: ChangeContext, since: UnixMs): Promise<void> {
  return insertChangesSince(ctx.db, since)
}
