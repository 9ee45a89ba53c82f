import type { Address } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'
import { toTime } from '../../platform/db/columns.js'
import type { Queryable } from '../../platform/db/db.js'
import { takeNumbers } from './counter-store.js'
import type { EventKind, MerchantEvent } from './event.js'

/** Inserts events in order, each with the next number of its merchant. */
export async function insertEvents(db: Queryable, events: readonly MerchantEvent[]): Promise<void> {
  const merchants = events.map(({ merchant }) => merchant)
  await insertRows(db, { events, numbers: await takeNumbers(db, merchants, 'event') })
}

/** Inserts an event without a number. The feed and the stream omit it. */
export async function insertUnlisted(db: Queryable, event: MerchantEvent): Promise<void> {
  await insertRows(db, { events: [event], numbers: [null] })
}

async function insertRows(
  db: Queryable,
  { events, numbers }: { events: readonly MerchantEvent[]; numbers: readonly (number | null)[] },
): Promise<void> {
  await db.query(
    `insert into events (merchant, id, no, kind, receipt_id, body, created_at)
     select * from unnest(
       $1::text[], $2::uuid[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::bigint[]
     )`,
    [
      events.map(({ merchant }) => merchant),
      events.map(({ id }) => id),
      numbers,
      events.map(({ kind }) => kind),
      events.map(({ receiptId }) => receiptId),
      events.map(({ body }) => body),
      events.map(({ createdAt }) => createdAt),
    ],
  )
}

/** An event with its number among the events of its merchant. */
export type NumberedEvent = MerchantEvent & { no: number }

type EventRow = {
  id: string
  no: string
  kind: EventKind
  receipt_id: string | null
  body: string
  created_at: string
}

/** Lists a merchant's events after a number, in order. Ends with the first one that reaches the limit of bytes. */
export async function listEventsAfter(
  db: Queryable,
  {
    merchant,
    after,
    limit,
    maxBytes,
  }: { merchant: Address; after: number; limit: number; maxBytes: number },
): Promise<NumberedEvent[]> {
  const { rows } = await db.query<EventRow>(
    `select id, no, kind, receipt_id, body, created_at from (
       select *, sum(octet_length(body)) over (order by no) - octet_length(body) as bytes_before
       from (
         select id, no, kind, receipt_id, body, created_at from events
         where merchant = $1 and no > $2 order by no limit $3
       ) as page
     ) as measured
     where bytes_before < $4 order by no`,
    [merchant, after, limit, maxBytes],
  )
  return rows.map((row) => ({
    merchant,
    id: row.id,
    no: Number(row.no),
    kind: row.kind,
    receiptId: row.receipt_id,
    body: row.body,
    createdAt: toTime(row.created_at),
  }))
}

/** Returns the number of the last event of each merchant. Merchants without events are omitted. */
export async function findLastNumbers(
  db: Queryable,
  merchants: readonly Address[],
): Promise<Map<Address, number>> {
  const { rows } = await db.query<{ merchant: Address; last_no: string }>(
    'select merchant, last_no from event_counters where merchant = any($1)',
    [merchants],
  )
  return new Map(rows.map(({ merchant, last_no }) => [merchant, Number(last_no)]))
}

/**
 * Deletes a batch of events from before a time and returns their number. Events that still have a delivery stay. Only
 * deliveries from before `deliveredBefore` are examined, so it must be later than any delivery of such an event.
 */
export async function deletePastEvents(
  db: Queryable,
  { before, deliveredBefore, limit }: { before: UnixMs; deliveredBefore: UnixMs; limit: number },
): Promise<number> {
  const { rowCount } = await db.query(
    `delete from events where (merchant, id) in (
       select e.merchant, e.id from events e
       where e.created_at < $1 and not exists (
         select from webhook_deliveries d
         where d.created_at < $2 and d.merchant = e.merchant and d.event_id = e.id
       )
       order by e.created_at limit $3
     )`,
    [before, deliveredBefore, limit],
  )
  return rowCount
}
