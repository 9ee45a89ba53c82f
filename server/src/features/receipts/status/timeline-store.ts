import type { Address } from '../../../lib/hex.js'
import { type ReceiptStatus, statusFacts } from '../../../lib/receipt-statuses.js'
import type { Queryable } from '../../../platform/db/db.js'
import { defineColumns } from '../../../platform/db/define-columns.js'
import { recordLiveChange } from '../../../platform/live-changes/record-live-change.js'
import type { ReceiptEvent } from '../receipt.js'

/** Returns the status that a receipt had before its latest move to a status, or null. */
export async function findStatusBefore(
  db: Queryable,
  { merchant, id, status }: { merchant: Address; id: string; status: ReceiptStatus },
): Promise<ReceiptStatus | null> {
  const { rows } = await db.query<{ previous_status: ReceiptStatus | null }>(
    `select previous_status from timeline_entries
     where merchant = $1 and receipt_id = $2 and status = $3 order by seq desc limit 1`,
    [merchant, id, status],
  )
  return rows[0]?.previous_status ?? null
}

/** Returns the type of a receipt's latest timeline entry, or null. */
export async function findLatestEntry(
  db: Queryable,
  { merchant, id }: { merchant: Address; id: string },
): Promise<string | null> {
  const { rows } = await db.query<{ status: string }>(
    `select status from timeline_entries where merchant = $1 and receipt_id = $2
     order by seq desc limit 1`,
    [merchant, id],
  )
  return rows[0]?.status ?? null
}

/**
 * Returns whether `author` created a receipt and no other author replaced it. Staff can write the
 * note `replaced` themselves. That only takes the receipt from its author, and never gives it to
 * another.
 */
export async function isOnlyAuthor(
  db: Queryable,
  { merchant, id, author }: { merchant: Address; id: string; author: string },
): Promise<boolean> {
  const { rows } = await db.query<{ is_only: boolean | null }>(
    `select bool_and(made_by = $3) as is_only from timeline_entries
     where merchant = $1 and receipt_id = $2 and (seq = 1 or note = 'replaced')`,
    [merchant, id, author],
  )
  return rows[0]?.is_only ?? false
}

/** Counts entries of a type, and returns whether one is about this transaction and token. */
export async function countPaymentNotes(
  db: Queryable,
  input: { merchant: Address; id: string; type: string; transactionHash: string; token: string },
): Promise<{ count: number; isKnown: boolean }> {
  const { rows } = await db.query<{ count: string; is_known: boolean | null }>(
    `select count(*), bool_or(transaction_hash = $4 and detail ->> 'token' = $5) as is_known
     from timeline_entries where merchant = $1 and receipt_id = $2 and status = $3`,
    [input.merchant, input.id, input.type, input.transactionHash, input.token],
  )
  return { count: Number(rows[0]?.count ?? 0), isKnown: rows[0]?.is_known ?? false }
}

const entryColumns = defineColumns<
  ReceiptEvent & { merchant: Address; receiptId: string; seq: number }
>({
  merchant: 'text',
  receiptId: 'text',
  status: 'text',
  previousStatus: 'text',
  at: 'time',
  by: { kind: 'text', name: 'made_by' },
  note: 'text',
  transactionHash: 'text',
  detail: 'json',
  seq: 'number',
})
const givenColumns = entryColumns.omit('seq')

type Facts = Partial<Record<string, { isTracking: boolean; isSettled: boolean }>>

/** Returns whether an entry is about money, unlike the progress or failure of an unpaid checkout. */
function isAboutMoney({ status, previousStatus }: ReceiptEvent): boolean {
  const facts: Facts = statusFacts
  if (status === 'failed') return previousStatus !== null && statusFacts[previousStatus].isSettled
  return status !== 'attempt_failed' && !facts[status]?.isTracking
}

/**
 * Adds an entry to the timeline of a receipt that the transaction has locked. An entry about money
 * brings an archived receipt back into lists.
 */
export async function insertEvent(
  db: Queryable,
  input: { merchant: Address; id: string; event: ReceiptEvent },
): Promise<void> {
  const { merchant, id, event } = input
  const restored = `with restored as (
    update receipts set archived_at = null
    where merchant = $1 and id = $2 and archived_at is not null
  )`
  await db.query(
    `${isAboutMoney(event) ? restored : ''}
     insert into timeline_entries (${entryColumns.names})
     select ${givenColumns.placeholders}, coalesce(max(seq), 0) + 1
     from timeline_entries where merchant = $1 and receipt_id = $2`,
    givenColumns.paramsOf({ ...event, merchant, receiptId: id }),
  )
  await recordLiveChange(db, { merchant, kind: 'receipt', id })
}
