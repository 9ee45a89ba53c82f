import type { TxContext } from '../../../platform/context.js'
import type { Receipt } from '../receipt.js'
import { insertEvent } from './timeline-store.js'

/** Writes into the timeline of a receipt that the transaction holds; its status stays. */
export async function addTimelineEntry(
  ctx: Pick<TxContext, 'db' | 'now'>,
  note: {
    receipt: Pick<Receipt, 'merchant' | 'id' | 'status'>
    word: string
    by: string
    transactionHash?: string | null
    detail?: Record<string, unknown>
  },
): Promise<void> {
  const { receipt, word, by, transactionHash = null, detail = null } = note
  await insertEvent(ctx.db, {
    merchant: receipt.merchant,
    id: receipt.id,
    event: {
      status: word,
      previousStatus: receipt.status,
      at: ctx.now(),
      by,
      note: null,
      transactionHash,
      detail,
    },
  })
}
