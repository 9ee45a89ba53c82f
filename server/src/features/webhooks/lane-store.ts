import { databaseNow } from '../../platform/db/database-now.js'
import type { Queryable } from '../../platform/db/db.js'
import type { Lane } from './lane.js'

/** Notes that one more delivery stands in each of these lanes; one that is named twice has two more. */
export async function addToLanes(db: Queryable, lanes: readonly Lane[]): Promise<void> {
  const counts = new Map<string, { lane: Lane; count: number }>()
  for (const lane of lanes) {
    const key = `${lane.merchant} ${lane.lane}`
    counts.set(key, { lane, count: (counts.get(key)?.count ?? 0) + 1 })
  }
  const counted = [...counts.values()]
  await db.query(
    `insert into webhook_lanes (merchant, lane, host, waiting, run_at, is_retry)
     select merchant, lane, host, waiting, ${databaseNow}, false
     from unnest($1::text[], $2::text[], $3::text[], $4::int[]) as wanted (merchant, lane, host, waiting)
     order by merchant, lane
     on conflict (merchant, lane) do update set waiting = webhook_lanes.waiting + excluded.waiting`,
    [
      counted.map(({ lane }) => lane.merchant),
      counted.map(({ lane }) => lane.lane),
      counted.map(({ lane }) => lane.host),
      counted.map(({ count }) => count),
    ],
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
