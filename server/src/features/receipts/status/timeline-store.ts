import type { Address } from '../../../lib/hex.js'
import { toTime } from '../../../platform/db/columns.js'
import { databaseNow } from '../../../platform/db/database-now.js'
import type { Queryable } from '../../../platform/db/db.js'
import type { ReceiptEvent } from '../receipt.js'
import type { StatusNews } from './status-change.js'
import type { ReceiptStatus } from './statuses.js'

type EventRow = {
  receipt_id: string
  status: string
  previous_status: ReceiptStatus | null
  at: string
  made_by: string
  note: string | null
  transaction_hash: string | null
  detail: Record<string, unknown> | null
}

const columns = 'receipt_id, status, previous_status, at, made_by, note, transaction_hash, detail'

/** Of one receipt. Older entries are not shown. */
const shownAtMost = 200

/** Returns the latest timeline entries of several receipts by receipt id, oldest first. */
export async function listEvents(
  db: Queryable,
  { merchant, ids }: { merchant: Address; ids: readonly string[] },
): Promise<Map<string, ReceiptEvent[]>> {
  const { rows } = await db.query<EventRow>(
    `select ${columns} from unnest($2::text[]) as wanted (id)
     cross join lateral (
       select ${columns}, seq from receipt_events
       where merchant = $1 and receipt_id = wanted.id order by seq desc limit $3
     ) as latest
     order by receipt_id, seq`,
    [merchant, ids, shownAtMost],
  )
  const events = new Map<string, ReceiptEvent[]>()
  for (const row of rows) {
    const known = events.get(row.receipt_id)
    if (known) known.push(toEvent(row))
    else events.set(row.receipt_id, [toEvent(row)])
  }
  return events
}

/** Returns whether a receipt was ever paid, whatever its status is now. */
export async function wasPaid(
  db: Queryable,
  { merchant, id }: { merchant: Address; id: string },
): Promise<boolean> {
  const { rows } = await db.query(
    `select 1 from receipt_events where merchant = $1 and receipt_id = $2 and status = 'paid' limit 1`,
    [merchant, id],
  )
  return rows.length > 0
}

/** Returns the type of a receipt's latest timeline entry, or null. */
export async function findLatestEntry(
  db: Queryable,
  { merchant, id }: { merchant: Address; id: string },
): Promise<string | null> {
  const { rows } = await db.query<{ status: string }>(
    `select status from receipt_events where merchant = $1 and receipt_id = $2
     order by seq desc limit 1`,
    [merchant, id],
  )
  return rows[0]?.status ?? null
}

/** Adds to what happened to a receipt that the transaction holds: for the timeline, and for the merchant if it is news. */
export async function insertEvent(
  db: Queryable,
  input: { merchant: Address; id: string; event: ReceiptEvent; news?: StatusNews | null },
): Promise<void> {
  const { merchant, id, event, news = null } = input
  await db.query(
    `insert into receipt_events (
       merchant, receipt_id, seq, status, previous_status, at, made_by, note, transaction_hash, detail,
       news, event_id, unpublished_at
     )
     select $1, $2, coalesce(max(seq), 0) + 1, $3, $4, $5, $6, $7, $8, $9::jsonb, $10::jsonb,
       case when $10::jsonb is not null then gen_random_uuid() end,
       case when $10::jsonb is not null then greatest(${databaseNow}, max(unpublished_at)) end
     from receipt_events where merchant = $1 and receipt_id = $2`,
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
      news === null ? null : JSON.stringify(news),
    ],
  )
}

function toEvent(row: EventRow): ReceiptEvent {
  return {
    status: row.status,
    previousStatus: row.previous_status,
    at: toTime(row.at),
    by: row.made_by,
    note: row.note,
    transactionHash: row.transaction_hash,
    detail: row.detail,
  }
}
