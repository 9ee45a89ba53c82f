import type { Address } from '../../../lib/hex.js'
import type { UnixMs } from '../../../lib/time.js'
import { toTime } from '../../../platform/db/columns.js'
import { databaseNow } from '../../../platform/db/database-now.js'
import type { Queryable } from '../../../platform/db/db.js'
import type { WorkSource } from '../../../platform/jobs/work-poll.js'
import type { StatusNews } from './status-change.js'
import type { ReceiptStatus } from './statuses.js'

/** A change of status that nobody was told of yet. */
export type UnpublishedNews = {
  merchant: Address
  receiptId: string
  /** Which of the receipt's events it is. */
  seq: string
  eventId: string
  status: ReceiptStatus
  previousStatus: ReceiptStatus
  at: UnixMs
  news: StatusNews
}

type NewsRow = {
  merchant: Address
  receipt_id: string
  seq: string
  event_id: string
  status: ReceiptStatus
  previous_status: ReceiptStatus
  at: string
  news: StatusNews
}

/** The oldest news. One at a time publishes it: whoever else asks waits until the transaction ends. */
export async function holdNews(db: Queryable, limit: number): Promise<UnpublishedNews[]> {
  await db.query('select from publishing for update')
  const { rows } = await db.query<NewsRow>(
    `select merchant, receipt_id, seq, event_id, status, previous_status, at, news
     from receipt_events where unpublished_at is not null
     order by unpublished_at, merchant, receipt_id, seq limit $1`,
    [limit],
  )
  return rows.map((row) => ({
    merchant: row.merchant,
    receiptId: row.receipt_id,
    seq: row.seq,
    eventId: row.event_id,
    status: row.status,
    previousStatus: row.previous_status,
    at: toTime(row.at),
    news: row.news,
  }))
}

/** Takes news off the list. */
export async function markPublished(
  db: Queryable,
  news: readonly Pick<UnpublishedNews, 'merchant' | 'receiptId' | 'seq'>[],
): Promise<void> {
  await db.query(
    `update receipt_events set unpublished_at = null
     where (merchant, receipt_id, seq) in (select * from unnest($1::text[], $2::text[], $3::bigint[]))`,
    [
      news.map(({ merchant }) => merchant),
      news.map(({ receiptId }) => receiptId),
      news.map(({ seq }) => seq),
    ],
  )
}

/** Whether there is any, without waiting for whoever is at it. */
export async function hasNews(db: Queryable): Promise<boolean> {
  const { rows } = await db.query(
    'select from receipt_events where unpublished_at is not null limit 1',
  )
  return rows.length > 0
}

export const unpublishedNews: WorkSource = {
  topic: 'status-changes',
  sql: 'exists (select from receipt_events where unpublished_at is not null)',
}

const countedAtMost = 10_000

/** How much there is (counted up to 10,000), and for how long the oldest has been waiting. */
export async function summariseNews(db: Queryable): Promise<{ count: number; oldestMs: number }> {
  const { rows } = await db.query<{ count: number; oldest_ms: string | null }>(
    `select count(*)::int as count, ${databaseNow} - min(unpublished_at) as oldest_ms from (
       select unpublished_at from receipt_events where unpublished_at is not null
       order by unpublished_at limit ${countedAtMost}
     ) as waiting`,
  )
  return { count: rows[0]?.count ?? 0, oldestMs: Number(rows[0]?.oldest_ms ?? 0) }
}
