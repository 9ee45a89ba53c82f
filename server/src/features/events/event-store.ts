import type { Address } from '../../lib/hex.js'
import type { Queryable } from '../../platform/db/db.js'
import { defineColumns } from '../../platform/db/define-columns.js'
import type { EventRef, MerchantEvent } from './event.js'

type CounterRow = { merchant: Address; last_no: string; last_delivery_no: string }

/** The columns of a merchant's counters. */
const counters = { event: 'last_no', delivery: 'last_delivery_no' } as const

/** Inserts events in order, each with the next number of its merchant. */
export async function insertEvents(db: Queryable, events: readonly MerchantEvent[]): Promise<void> {
  const merchants = events.map(({ merchant }) => merchant)
  await insertRows(db, { events, numbers: await takeNumbers(db, merchants, 'event') })
}

/** Inserts an event without a number. The feed and the stream omit it. */
export async function insertUnlisted(db: Queryable, event: MerchantEvent): Promise<void> {
  await insertRows(db, { events: [event], numbers: [null] })
}

const eventColumns = defineColumns<MerchantEvent & { no: number | null }>({
  merchant: 'text',
  id: 'uuid',
  no: 'number',
  kind: 'text',
  receiptId: 'text',
  body: 'text',
  createdAt: 'time',
})

async function insertRows(
  db: Queryable,
  { events, numbers }: { events: readonly MerchantEvent[]; numbers: readonly (number | null)[] },
): Promise<void> {
  await db.query(
    `insert into events (${eventColumns.names}) select * from ${eventColumns.unnest}`,
    eventColumns.batchOf(events.map((event, index) => ({ ...event, no: numbers[index] ?? null }))),
  )
}

/** An event with its number among the events of its merchant. */
export type NumberedEvent = MerchantEvent & { no: number }

const numberedColumns = eventColumns.omit('no').with<{ no: number }>({ no: 'number' })

/** Lists a merchant's events after a number, until one reaches the limit of bytes. */
export async function listEventsAfter(
  db: Queryable,
  {
    merchant,
    after,
    limit,
    maxBytes,
  }: { merchant: Address; after: number; limit: number; maxBytes: number },
): Promise<NumberedEvent[]> {
  return numberedColumns.list(
    db,
    `select ${numberedColumns.fields} from (
       select *, sum(octet_length(body)) over (order by no) - octet_length(body) as bytes_before
       from (
         select ${numberedColumns.names} from events
         where merchant = $1 and no > $2 order by no limit $3
       ) as page
     ) as measured
     where bytes_before < $4 order by no`,
    [merchant, after, limit, maxBytes],
  )
}

/** Returns the number of the last event of each merchant. Merchants without events are omitted. */
export async function findLastNumbers(
  db: Queryable,
  merchants: readonly Address[],
): Promise<Map<Address, number>> {
  const { rows } = await db.query<Pick<CounterRow, 'merchant' | 'last_no'>>(
    'select merchant, last_no from event_counters where merchant = any($1)',
    [merchants],
  )
  return new Map(rows.map(({ merchant, last_no }) => [merchant, Number(last_no)]))
}

/** Deletes events. */
export async function deleteEvents(db: Queryable, events: readonly EventRef[]): Promise<void> {
  await db.query(
    'delete from events where (merchant, id) in (select * from unnest($1::text[], $2::uuid[]))',
    [events.map(({ merchant }) => merchant), events.map(({ id }) => id)],
  )
}

type Body = Pick<MerchantEvent, 'id' | 'body'>

/** Lists the bodies of the events about receipts: published ones, then those that wait. */
export async function listBodies(
  db: Queryable,
  { merchant, receiptIds }: { merchant: Address; receiptIds: readonly string[] },
): Promise<Body[]> {
  const params = [merchant, receiptIds]
  // In this order: an event that is published in between is found among the published ones.
  const recorded = await db.query<Body>(
    `select id, body from recorded_events where merchant = $1 and receipt_id = any($2)
     order by seq for update`,
    params,
  )
  const published = await db.query<Body>(
    'select id, body from events where merchant = $1 and receipt_id = any($2) order by created_at, id',
    params,
  )
  return [...published.rows, ...recorded.rows]
}

/** Replaces the bodies of events, published or not. */
export async function updateBodies(
  db: Queryable,
  { merchant, bodies }: { merchant: Address; bodies: readonly Body[] },
): Promise<void> {
  await db.query(
    `with given as (select * from unnest($2::uuid[], $3::text[]) as given (id, body)),
     published as (
       update events set body = given.body from given
       where events.merchant = $1 and events.id = given.id
     )
     update recorded_events set body = given.body from given
     where recorded_events.merchant = $1 and recorded_events.id = given.id`,
    [merchant, bodies.map(({ id }) => id), bodies.map(({ body }) => body)],
  )
}

/**
 * Returns the next number of each merchant listed, in order. A merchant's numbers become visible in
 * order: the next caller waits until the transaction that took the last number ends.
 */
export async function takeNumbers(
  db: Queryable,
  merchants: readonly Address[],
  counter: keyof typeof counters,
): Promise<number[]> {
  const column = counters[counter]
  const counts = new Map<Address, number>()
  for (const merchant of merchants) counts.set(merchant, (counts.get(merchant) ?? 0) + 1)

  const { rows } = await db.query<{ merchant: Address; last: string }>(
    `insert into event_counters (merchant, ${column})
     select * from unnest($1::text[], $2::bigint[]) as taken (merchant, count) order by merchant
     on conflict (merchant) do update set ${column} = event_counters.${column} + excluded.${column}
     returning merchant, ${column} as last`,
    [[...counts.keys()], [...counts.values()]],
  )
  const next = new Map(
    rows.map(({ merchant, last }) => [merchant, Number(last) - (counts.get(merchant) ?? 0)]),
  )
  return merchants.map((merchant) => {
    const no = (next.get(merchant) ?? 0) + 1
    next.set(merchant, no)
    return no
  })
}
