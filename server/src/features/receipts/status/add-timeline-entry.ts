import type { Seller } from '../../../auth/caller.js'
import { showPerson } from '../../../auth/person-id.js'
import type { TxContext } from '../../../platform/context.js'
import type { Receipt } from '../receipt.js'
import { countPaymentNotes, findLatestEntry, insertEvent } from './timeline-store.js'

type TimelineEntry = {
  receipt: Pick<Receipt, 'merchant' | 'id' | 'status'>
  type: string
  by: string
  note?: string | null
  transactionHash?: string | null
  detail?: Record<string, unknown> | null
}

/** Adds to the timeline of a locked receipt. Its status stays. */
export async function addTimelineEntry(
  ctx: Pick<TxContext, 'db' | 'now'>,
  { receipt, type, by, note = null, transactionHash = null, detail = null }: TimelineEntry,
): Promise<void> {
  await insertEvent(ctx.db, {
    merchant: receipt.merchant,
    id: receipt.id,
    event: {
      status: type,
      previousStatus: receipt.status,
      at: ctx.now(),
      by,
      note,
      transactionHash,
      detail,
    },
  })
}

/** Adds an entry unless the latest one has the same type. */
export async function addTimelineEntryOnce(
  ctx: Pick<TxContext, 'db' | 'now'>,
  entry: TimelineEntry,
): Promise<void> {
  if ((await findLatestEntry(ctx.db, entry.receipt)) === entry.type) return
  await addTimelineEntry(ctx, entry)
}

/** Per receipt and type, because anyone can send any number of worthless payments. */
const maxPaymentNotes = 20

/** Adds an entry about a payment, once per transaction and token, and at most 20 of a type. */
export async function addPaymentNote(
  ctx: Pick<TxContext, 'db' | 'now'>,
  entry: Omit<TimelineEntry, 'by'> & {
    type: 'extra_payment' | 'payment_ignored'
    transactionHash: string
    /** Checksummed. */
    token: string
    detail: Record<string, unknown>
  },
): Promise<void> {
  const { token, detail, ...note } = entry
  const { count, isKnown } = await countPaymentNotes(ctx.db, { ...entry.receipt, ...note, token })
  if (isKnown || count >= maxPaymentNotes) return
  await addTimelineEntry(ctx, { ...note, by: 'settlement', detail: { token, ...detail } })
}

/** Returns the name of an author in a timeline. */
export function authorName(by: Seller): string {
  if ('keyId' in by) return by.keyId
  return 'cashier' in by ? by.cashier : showPerson(by.person)
}
