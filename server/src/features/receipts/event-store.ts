import type { Address } from '../../lib/hex.js'
import { unixMs } from '../../lib/time.js'
import type { Queryable } from '../../platform/db/db.js'
import type { ReceiptEvent } from './receipt.js'
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

/** What happened to some receipts, by receipt, the oldest first. */
export async function listEvents(
  db: Queryable,
  { merchant, ids }: { merchant: Address; ids: readonly string[] },
): Promise<Map<string, ReceiptEvent[]>> {
  const { rows } = await db.query<EventRow>(
    `select ${columns} from receipt_events
     where merchant = $1 and receipt_id = any($2) order by receipt_id, seq`,
    [merchant, ids],
  )
  const events = new Map<string, ReceiptEvent[]>()
  for (const row of rows) {
    const known = events.get(row.receipt_id) ?? []
    events.set(row.receipt_id, [...known, toEvent(row)])
  }
  return events
}

/** Adds to what happened to a receipt that the transaction holds. */
export async function insertEvent(
  db: Queryable,
  { merchant, id, event }: { merchant: Address; id: string; event: ReceiptEvent },
): Promise<void> {
  await db.query(
    `insert into receipt_events (
       merchant, receipt_id, seq, status, previous_status, at, made_by, note, transaction_hash, detail
     )
     select $1, $2, coalesce(max(seq), 0) + 1, $3, $4, $5, $6, $7, $8, $9::jsonb
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
    ],
  )
}

function toEvent(row: EventRow): ReceiptEvent {
  return {
    status: row.status,
    previousStatus: row.previous_status,
    at: unixMs(Number(row.at)),
    by: row.made_by,
    note: row.note,
    transactionHash: row.transaction_hash,
    detail: row.detail,
  }
}
