import type { Address } from '../../../lib/hex.js'
import type { ReceiptStatus } from '../../../lib/receipt-statuses.js'
import type { Queryable } from '../../../platform/db/db.js'
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
 * Returns whether `author` created a receipt and no other author replaced it. Staff can write the note `replaced`
 * themselves. That only takes the receipt from its author, and never gives it to another.
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

/** Adds an entry to the timeline of a receipt that the transaction has locked. */
export async function insertEvent(
  db: Queryable,
  input: { merchant: Address; id: string; event: ReceiptEvent },
): Promise<void> {
  const { merchant, id, event } = input
  await db.query(
    `insert into timeline_entries (
       merchant, receipt_id, seq, status, previous_status, at, made_by, note, transaction_hash, detail
     )
     select $1, $2, coalesce(max(seq), 0) + 1, $3, $4, $5, $6, $7, $8, $9::jsonb
     from timeline_entries where merchant = $1 and receipt_id = $2`,
    [
      merchant,
      id,
      event.status,
      event.previousStatus,
      event.at,
      event.by,
      event.note,
      event.transactionHash,
      event.detail === null ? null : JSON.stringify(event.detail),
    ],
  )
}
