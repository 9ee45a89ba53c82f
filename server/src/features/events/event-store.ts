import type { Address } from '../../lib/hex.js'
import { unixMs } from '../../lib/time.js'
import type { Queryable } from '../../platform/db/db.js'
import type { EventKind, MerchantEvent } from './event.js'

/**
 * Adds events in their order, each with the next number of its merchant. The numbers of one merchant become visible in
 * their order: whoever takes the next one waits until the transaction that has the last one ends.
 */
export async function insertEvents(db: Queryable, events: readonly MerchantEvent[]): Promise<void> {
  const counts = new Map<Address, number>()
  for (const { merchant } of events) counts.set(merchant, (counts.get(merchant) ?? 0) + 1)
  const nextNo = await takeNumbers(db, counts)
  const numbers = events.map(({ merchant }) => {
    const no = nextNo.get(merchant) ?? 0
    nextNo.set(merchant, no + 1)
    return no
  })
  await insertRows(db, { events, numbers })
}

/** Adds an event that is no news, so it is in no list. */
export async function insertTrial(db: Queryable, event: MerchantEvent): Promise<void> {
  await insertRows(db, { events: [event], numbers: [null] })
}

/** The first number of so many for each merchant. */
async function takeNumbers(
  db: Queryable,
  counts: ReadonlyMap<Address, number>,
): Promise<Map<Address, number>> {
  const { rows } = await db.query<{ merchant: Address; last_no: string }>(
    `insert into event_counters (merchant, last_no)
     select * from unnest($1::text[], $2::bigint[]) as wanted (merchant, count) order by merchant
     on conflict (merchant) do update set last_no = event_counters.last_no + excluded.last_no
     returning merchant, last_no`,
    [[...counts.keys()], [...counts.values()]],
  )
  return new Map(
    rows.map(({ merchant, last_no }) => [
      merchant,
      Number(last_no) - (counts.get(merchant) ?? 0) + 1,
    ]),
  )
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

/** An event and its place among those of its merchant. */
export type NumberedEvent = MerchantEvent & { no: number }

type EventRow = {
  id: string
  no: string
  kind: EventKind
  receipt_id: string | null
  body: string
  created_at: string
}

/** A merchant's events after a place, in their order. */
export async function listEventsAfter(
  db: Queryable,
  { merchant, after, limit }: { merchant: Address; after: number; limit: number },
): Promise<NumberedEvent[]> {
  const { rows } = await db.query<EventRow>(
    `select id, no, kind, receipt_id, body, created_at from events
     where merchant = $1 and no > $2 order by no limit $3`,
    [merchant, after, limit],
  )
  return rows.map((row) => ({
    merchant,
    id: row.id,
    no: Number(row.no),
    kind: row.kind,
    receiptId: row.receipt_id,
    body: row.body,
    createdAt: unixMs(Number(row.created_at)),
  }))
}

/** The place of the last event of each of these merchants; those without any are not among them. */
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
