import type { Address } from '../../lib/hex.js'
import type { Queryable } from '../../platform/db/db.js'

type Receipts = { merchant: Address; receiptIds: readonly string[] }
type Body = { id: string; body: string }

/** Lists the bodies of the events about receipts: published ones, then those that wait. */
export async function listBodies(
  db: Queryable,
  { merchant, receiptIds }: Receipts,
): Promise<{ published: Body[]; recorded: Body[] }> {
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
  return { published: published.rows, recorded: recorded.rows }
}

export async function updatePublished(
  db: Queryable,
  { merchant, bodies }: { merchant: Address; bodies: readonly Body[] },
): Promise<void> {
  await db.query(
    `update events set body = given.body from unnest($2::uuid[], $3::text[]) as given (id, body)
     where events.merchant = $1 and events.id = given.id`,
    [merchant, bodies.map(({ id }) => id), bodies.map(({ body }) => body)],
  )
}

export async function updateRecorded(
  db: Queryable,
  { merchant, bodies }: { merchant: Address; bodies: readonly Body[] },
): Promise<void> {
  await db.query(
    `update recorded_events set body = given.body
     from unnest($2::uuid[], $3::text[]) as given (id, body)
     where recorded_events.merchant = $1 and recorded_events.id = given.id`,
    [merchant, bodies.map(({ id }) => id), bodies.map(({ body }) => body)],
  )
}
