import type { Address } from '../../lib/hex.js'
import { databaseNow } from '../../platform/db/database-now.js'
import type { Queryable } from '../../platform/db/db.js'
import type { Lane } from './lane.js'

/**
 * Makes sure that there is a lane for what the transaction has put into it. One that is there is held until the
 * transaction ends: nobody finds it empty meanwhile and takes it away.
 */
export async function ensureLanes(db: Queryable, lanes: readonly Lane[]): Promise<void> {
  const distinct = [
    ...new Map(lanes.map((lane) => [`${lane.merchant} ${lane.lane}`, lane])).values(),
  ]
  await db.query(
    `insert into webhook_lanes (merchant, lane, route, run_at, is_retry)
     select merchant, lane, route, ${databaseNow}, false
     from unnest($1::text[], $2::text[], $3::text[]) as wanted (merchant, lane, route)
     order by merchant, lane
     on conflict (merchant, lane) do update set route = excluded.route`,
    [
      distinct.map(({ merchant }) => merchant),
      distinct.map(({ lane }) => lane),
      distinct.map(({ route }) => route),
    ],
  )
}

/** Makes a lane due now, if there is one and nobody has it. */
export async function hurryLane(
  db: Queryable,
  { merchant, lane }: { merchant: Address; lane: string },
): Promise<void> {
  await db.query(
    `update webhook_lanes set run_at = least(run_at, ${databaseNow})
     where merchant = $1 and lane = $2 and leased_by is null`,
    [merchant, lane],
  )
}

/** Holds lanes until the transaction ends. Everybody takes several in this order, so that nobody waits in a circle. */
export async function holdLanes(
  db: Queryable,
  lanes: readonly { merchant: Address; lane: string }[],
): Promise<{ merchant: Address; lane: string; leasedBy: string | null }[]> {
  const { rows } = await db.query<{ merchant: Address; lane: string; leased_by: string | null }>(
    `select merchant, lane, leased_by from webhook_lanes
     where (merchant, lane) in (select * from unnest($1::text[], $2::text[]))
     order by merchant, lane for update`,
    [lanes.map(({ merchant }) => merchant), lanes.map(({ lane }) => lane)],
  )
  return rows.map(({ merchant, lane, leased_by }) => ({ merchant, lane, leasedBy: leased_by }))
}

/** Forgets those of these lanes, which the transaction holds, that nothing stands in. */
export async function removeEmptyLanes(
  db: Queryable,
  lanes: readonly { merchant: Address; lane: string }[],
): Promise<void> {
  await db.query(
    `delete from webhook_lanes l
     where (l.merchant, l.lane) in (select * from unnest($1::text[], $2::text[]))
       and not exists (
         select from webhook_deliveries d
         where d.merchant = l.merchant and d.lane = l.lane and d.status = 'pending'
       )`,
    [lanes.map(({ merchant }) => merchant), lanes.map(({ lane }) => lane)],
  )
}

const countedAtMost = 10_000

/** How many lanes there are, counted up to 10,000. */
export async function countLanes(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int as count from (select from webhook_lanes limit ${countedAtMost}) as counted`,
  )
  return rows[0]?.count ?? 0
}
