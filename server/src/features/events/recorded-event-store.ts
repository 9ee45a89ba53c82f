import type { Address } from '../../lib/hex.js'
import { databaseNow, toTime } from '../../platform/db/columns.js'
import type { Queryable } from '../../platform/db/db.js'
import type { WorkSource } from '../../platform/jobs/work-poll.js'
import type { RecordedEvent } from './event.js'

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

type RecordedRow = Omit<RecordedEvent, 'createdAt'> & {
  seq: string
  created_at: string
  recorded_at: string
}

/** Removes and returns the oldest recorded events. Other publishers wait for the transaction. */
export async function takeRecorded(db: Queryable, limit: number): Promise<RecordedEvent[]> {
  await lockPublishing(db)
  const { rows } = await db.query<Omit<RecordedRow, 'seq' | 'recorded_at'>>(
    `with taken as (
       delete from recorded_events
       where seq = any (array(select seq from recorded_events order by seq limit $1))
       returning seq, merchant, id, kind, receipt_id, body, webhook_url, key_id, created_at
     )
     select merchant, id, kind, receipt_id as "receiptId", body, webhook_url as "webhookUrl",
       key_id as "keyId", created_at
     from taken order by seq`,
    [limit],
  )
  return rows.map(({ created_at, ...event }) => ({ ...event, createdAt: toTime(created_at) }))
}

/** In index order: a table scan would visit every row deleted since the last vacuum. */
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

const maxCounted = 10_000

/** Returns the number of unpublished events, counted up to 10,000, and the age of the oldest. */
export async function summarizeRecorded(
  db: Queryable,
): Promise<{ count: number; oldestMs: number }> {
  const { rows } = await db.query<{ count: number; oldest_ms: string | null }>(
    `select count(*)::int as count, ${databaseNow} - min(recorded_at) as oldest_ms from (
       select recorded_at from recorded_events order by seq limit ${maxCounted}
     ) as waiting`,
  )
  return { count: rows[0]?.count ?? 0, oldestMs: Number(rows[0]?.oldest_ms ?? 0) }
}

/** Deletes a merchant's events. The counter stays, so that clients can resume. */
export async function deleteSales(db: Queryable, merchant: Address): Promise<void> {
  // The publisher might publish events of deleted receipts.
  await lockPublishing(db)
  await db.query('delete from recorded_events where merchant = $1', [merchant])
  await db.query('delete from events where merchant = $1', [merchant])
}

/** Locks out other publishers until the transaction ends. */
async function lockPublishing(db: Queryable): Promise<void> {
  await db.query<{ is_one: boolean }>('select is_one from publishing for update')
}
