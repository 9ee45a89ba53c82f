import type { Address } from '../../../lib/hex.js'
import { databaseNow } from '../../../platform/db/database-now.js'
import type { Queryable } from '../../../platform/db/db.js'
import type { Attempt, DeliveryStatus } from '../delivery.js'
import type { Lane } from '../lane.js'
import type { Turn } from './turn.js'

/** How a turn ended. */
export type Outcome = {
  turn: Turn
  attempt: Attempt
  /** What the delivery is from now on. */
  status: DeliveryStatus
  /** When it is tried again. */
  afterMs: number
  /** Where the delivery waits from now on, when that is elsewhere. */
  movesTo: Lane | null
}

/**
 * Writes down how turns ended and lets go of their lanes. What somebody else has claimed meanwhile stays as it is: they
 * send it again. Returns the deliveries it was done for, and whether others come to the front of their lanes now.
 */
export async function settleTurns(
  db: Queryable,
  outcomes: readonly Outcome[],
): Promise<{ settled: ReadonlySet<string>; isMore: boolean }> {
  const { rows } = await db.query<{ id: string; waiting: number }>(
    `with ended as (
       select * from unnest(
         $1::text[], $2::text[], $3::text[], $4::bigint[], $5::boolean[], $6::uuid[], $7::text[],
         $8::jsonb[], $9::text[]
       ) as e (merchant, lane, lease, after_ms, leaves, id, status, attempt, next_lane)
     ), released as (
       update webhook_lanes l set leased_by = null, run_at = ${databaseNow} + e.after_ms,
         is_retry = not e.leaves, waiting = l.waiting - case when e.leaves then 1 else 0 end
       from ended e
       where l.merchant = e.merchant and l.lane = e.lane and l.leased_by = e.lease
       returning l.merchant, l.lane, l.waiting, e.leaves
     )
     update webhook_deliveries d set status = e.status, attempts = d.attempts || e.attempt, lane = e.next_lane
     from ended e join released r on r.merchant = e.merchant and r.lane = e.lane
     where d.merchant = e.merchant and d.id = e.id
     returning d.id, case when r.leaves then r.waiting else 0 end as waiting`,
    [
      outcomes.map(({ turn }) => turn.merchant),
      outcomes.map(({ turn }) => turn.lane),
      outcomes.map(({ turn }) => turn.lease),
      // Whoever comes to the front does not wait for who has left.
      outcomes.map((outcome) => (leaves(outcome) ? 0 : Math.round(outcome.afterMs))),
      outcomes.map(leaves),
      outcomes.map(({ turn }) => turn.delivery.id),
      outcomes.map(({ status }) => status),
      outcomes.map(({ attempt }) => JSON.stringify(attempt)),
      outcomes.map(({ turn, movesTo }) => movesTo?.lane ?? turn.lane),
    ],
  )
  return {
    settled: new Set(rows.map(({ id }) => id)),
    isMore: rows.some(({ waiting }) => waiting > 0),
  }
}

/** Whether the next one in the lane comes to the front. */
export function leaves({ status, movesTo }: Outcome): boolean {
  return status !== 'pending' || movesTo !== null
}

/** Gives back lanes that were taken and not used. */
export async function releaseTurns(db: Queryable, turns: readonly Turn[]): Promise<void> {
  await db.query(
    `update webhook_lanes l set leased_by = null, run_at = ${databaseNow}
     from unnest($1::text[], $2::text[], $3::text[]) as t (merchant, lane, lease)
     where l.merchant = t.merchant and l.lane = t.lane and l.leased_by = t.lease`,
    [
      turns.map(({ merchant }) => merchant),
      turns.map(({ lane }) => lane),
      turns.map(({ lease }) => lease),
    ],
  )
}

/** Forgets those of these lanes that nothing stands in any more. */
export async function removeEmptyLanes(
  db: Queryable,
  lanes: readonly { merchant: Address; lane: string }[],
): Promise<void> {
  if (lanes.length === 0) return
  await db.query(
    `delete from webhook_lanes where waiting <= 0
       and (merchant, lane) in (select * from unnest($1::text[], $2::text[]))`,
    [lanes.map(({ merchant }) => merchant), lanes.map(({ lane }) => lane)],
  )
}

/** Holds lanes until the transaction ends. */
export async function holdLanes(
  db: Queryable,
  lanes: readonly { merchant: Address; lane: string }[],
): Promise<void> {
  await db.query(
    `select from webhook_lanes
     where (merchant, lane) in (select * from unnest($1::text[], $2::text[]))
     order by merchant, lane for update`,
    [lanes.map(({ merchant }) => merchant), lanes.map(({ lane }) => lane)],
  )
}

/** Forgets those of these lanes, which the transaction holds, that have no delivery, whatever they say. */
export async function removeStrayLanes(
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

/** Puts deliveries that wait elsewhere from now on into lanes of their own, due after a while. */
export async function addLater(
  db: Queryable,
  later: readonly { lane: Lane; afterMs: number }[],
): Promise<void> {
  if (later.length === 0) return
  await db.query(
    `insert into webhook_lanes (merchant, lane, host, waiting, run_at, is_retry)
     select merchant, lane, host, 1, ${databaseNow} + after_ms, true
     from unnest($1::text[], $2::text[], $3::text[], $4::bigint[]) as w (merchant, lane, host, after_ms)
     on conflict (merchant, lane) do nothing`,
    [
      later.map(({ lane }) => lane.merchant),
      later.map(({ lane }) => lane.lane),
      later.map(({ lane }) => lane.host),
      later.map(({ afterMs }) => Math.round(afterMs)),
    ],
  )
}
