import type { Address } from '../../lib/hex.js'
import { databaseNow, toTime } from '../../platform/db/columns.js'
import type { Queryable } from '../../platform/db/db.js'
import type { WorkSource } from '../../platform/jobs/work-poll.js'
import type { EventKind, RecordedEvent } from './event.js'

export async function insertRecorded(db: Queryable, event: RecordedEvent): Promise<void> {
  await db.query(
    `insert into recorded_events (
       merchant, id, kind, receipt_id, body, webhook_url, key_id, created_at, recorded_at
     )
     values ($1, $2, $3, $4, $5, $6, $7, $8, ${databaseNow})`,
    [
      event.merchant,
      event.id,
      event.kind,
      event.receiptId,
      event.body,
      event.webhookUrl,
      event.keyId,
      event.createdAt,
    ],
  )
}

type RecordedRow = {
  merchant: Address
  id: string
  kind: EventKind
  receipt_id: string | null
  body: string
  webhook_url: string | null
  key_id: string | null
  created_at: string
}

/** Removes and returns the oldest recorded events. Other publishers wait until the transaction ends. */
export async function takeRecorded(db: Queryable, limit: number): Promise<RecordedEvent[]> {
  await db.query('select from publishing for update')
  const { rows } = await db.query<RecordedRow>(
    `with taken as (
       delete from recorded_events
       where seq = any (array(select seq from recorded_events order by seq limit $1))
       returning seq, merchant, id, kind, receipt_id, body, webhook_url, key_id, created_at
     )
     select merchant, id, kind, receipt_id, body, webhook_url, key_id, created_at
     from taken order by seq`,
    [limit],
  )
  return rows.map((row) => ({
    merchant: row.merchant,
    id: row.id,
    kind: row.kind,
    receiptId: row.receipt_id,
    body: row.body,
    webhookUrl: row.webhook_url,
    keyId: row.key_id,
    createdAt: toTime(row.created_at),
  }))
}

/** In index order: a scan of the table would visit every row that was deleted since the last vacuum. */
const oldest = 'select seq from recorded_events order by seq limit 1'

/** Reports whether an event waits to be published, without waiting for a publisher at work. */
export async function hasRecorded(db: Queryable): Promise<boolean> {
  const { rows } = await db.query(oldest)
  return rows.length > 0
}

export const recordedEvents: WorkSource = {
  topic: 'recorded-events',
  sql: `(${oldest}) is not null`,
}

const countedAtMost = 10_000

/** Returns the number of unpublished events, counted up to 10,000, and the age of the oldest. */
export async function summariseRecorded(
  db: Queryable,
): Promise<{ count: number; oldestMs: number }> {
  const { rows } = await db.query<{ count: number; oldest_ms: string | null }>(
    `select count(*)::int as count, ${databaseNow} - min(recorded_at) as oldest_ms from (
       select recorded_at from recorded_events order by seq limit ${countedAtMost}
     ) as waiting`,
  )
  return { count: rows[0]?.count ?? 0, oldestMs: Number(rows[0]?.oldest_ms ?? 0) }
}

/** Deletes a merchant's events. The counter stays, so that clients can continue from their last event. */
export async function deleteSales(db: Queryable, merchant: Address): Promise<void> {
  // Lock out the publisher, which might publish events of deleted receipts.
  await db.query('select from publishing for update')
  await db.query('delete from recorded_events where merchant = $1', [merchant])
  await db.query('delete from events where merchant = $1', [merchant])
}
