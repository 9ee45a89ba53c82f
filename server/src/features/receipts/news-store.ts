import type { Address } from '../../lib/hex.js'
import { type UnixMs, unixMs } from '../../lib/time.js'
import type { Queryable } from '../../platform/db/db.js'
import type { StatusNews } from './status-news.js'
import type { ReceiptStatus } from './statuses.js'

/** A change of status that nobody was told of yet. */
export type UnpublishedNews = {
  /** Later changes of a receipt have higher ones. */
  no: string
  merchant: Address
  receiptId: string
  eventId: string
  status: ReceiptStatus
  previousStatus: ReceiptStatus
  at: UnixMs
  news: StatusNews
}

type NewsRow = {
  unpublished_no: string
  merchant: Address
  receipt_id: string
  event_id: string
  status: ReceiptStatus
  previous_status: ReceiptStatus
  at: string
  news: StatusNews
}

/**
 * The oldest news, held until the transaction ends. Whoever else asks waits for that and gets what comes after, so
 * nothing is overtaken.
 */
export async function holdNews(db: Queryable, limit: number): Promise<UnpublishedNews[]> {
  const { rows } = await db.query<NewsRow>(
    `select unpublished_no, merchant, receipt_id, event_id, status, previous_status, at, news
     from receipt_events where unpublished_no is not null
     order by unpublished_no limit $1 for update`,
    [limit],
  )
  return rows.map((row) => ({
    no: row.unpublished_no,
    merchant: row.merchant,
    receiptId: row.receipt_id,
    eventId: row.event_id,
    status: row.status,
    previousStatus: row.previous_status,
    at: unixMs(Number(row.at)),
    news: row.news,
  }))
}

/** Takes news that the transaction holds off the list. */
export async function markPublished(
  db: Queryable,
  news: readonly Pick<UnpublishedNews, 'no'>[],
): Promise<void> {
  await db.query(
    'update receipt_events set unpublished_no = null where unpublished_no = any($1::bigint[])',
    [news.map(({ no }) => no)],
  )
}

/** Whether there is any, without waiting for whoever is at it. */
export async function hasNews(db: Queryable): Promise<boolean> {
  const { rows } = await db.query(
    'select 1 from receipt_events where unpublished_no is not null limit 1',
  )
  return rows.length > 0
}

const countedAtMost = 10_000

/** How much there is (counted up to 10,000), and the number of the oldest. */
export async function summariseNews(
  db: Queryable,
): Promise<{ count: number; oldestNo: string | null }> {
  const { rows } = await db.query<{ count: number; oldest: string | null }>(
    `select count(*)::int as count, min(unpublished_no) as oldest from (
       select unpublished_no from receipt_events where unpublished_no is not null
       order by unpublished_no limit ${countedAtMost}
     ) as waiting`,
  )
  return { count: rows[0]?.count ?? 0, oldestNo: rows[0]?.oldest ?? null }
}
