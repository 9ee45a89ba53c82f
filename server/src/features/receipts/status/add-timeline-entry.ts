import type { TxContext } from '../../../platform/context.js'
import type { Receipt } from '../receipt.js'
import { findLatestEntry, insertEvent } from './timeline-store.js'

type TimelineEntry = {
  receipt: Pick<Receipt, 'merchant' | 'id' | 'status'>
  type: string
  by: string
  transactionHash?: string | null
  detail?: Record<string, unknown> | null
}

/** Adds to the timeline of a locked receipt. Its status stays. */
export async function addTimelineEntry(
  ctx: Pick<TxContext, 'db' | 'now'>,
  { receipt, type, by, transactionHash = null, detail = null }: TimelineEntry,
): Promise<void> {
  await insertEvent(ctx.db, {
    merchant: receipt.merchant,
    id: receipt.id,
    event: {
      status: type,
      previousStatus: receipt.status,
      at: ctx.now(),
      by,
      note: null,
      transactionHash,
      detail,
    },
  })
}

/** Adds an entry unless the latest one has the same type, so that repeated calls do not fill the timeline. */
export async function addTimelineEntryOnce(
  ctx: Pick<TxContext, 'db' | 'now'>,
  entry: TimelineEntry,
): Promise<void> {
  if ((await findLatestEntry(ctx.db, entry.receipt)) === entry.type) return
  await addTimelineEntry(ctx, entry)
}
