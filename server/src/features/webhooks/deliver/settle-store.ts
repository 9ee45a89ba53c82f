import { databaseNow } from '../../../platform/db/database-now.js'
import type { Queryable } from '../../../platform/db/db.js'
import type { Lane } from '../lane.js'
import type { Outcome } from './outcome.js'
import type { Turn } from './turn.js'

/**
 * Writes down what became of deliveries whose lanes the transaction holds, and lets go of these: the next one in it comes
 * to the front, the same is tried again after a while, or there is none left and the lane goes. Returns whether others
 * came to the front.
 */
export async function settleOutcomes(
  db: Queryable,
  outcomes: readonly Outcome[],
): Promise<boolean> {
  const { rows } = await db.query<{ is_more: boolean }>(
    `with ended as (
       select e.*, exists (
         select from webhook_deliveries d
         where d.merchant = e.merchant and d.lane = e.lane and d.status = 'pending' and d.id <> e.id
       ) as is_more
       from unnest(
         $1::text[], $2::text[], $3::bigint[], $4::boolean[], $5::uuid[], $6::text[], $7::jsonb[], $8::text[]
       ) as e (merchant, lane, after_ms, leaves, id, status, attempt, next_lane)
     ), noted as (
       update webhook_deliveries d
       set status = e.status, attempts = d.attempts || e.attempt, lane = e.next_lane
       from ended e where d.merchant = e.merchant and d.id = e.id
     ), removed as (
       delete from webhook_lanes l using ended e
       where l.merchant = e.merchant and l.lane = e.lane and e.leaves and not e.is_more
     ), released as (
       update webhook_lanes l
       set leased_by = null, run_at = ${databaseNow} + e.after_ms, is_retry = not e.leaves
       from ended e
       where l.merchant = e.merchant and l.lane = e.lane and (e.is_more or not e.leaves)
     )
     select bool_or(leaves and is_more) as is_more from ended`,
    [
      outcomes.map(({ turn }) => turn.merchant),
      outcomes.map(({ turn }) => turn.lane),
      // Whoever comes to the front does not wait for who has left.
      outcomes.map((outcome) => (leaves(outcome) ? 0 : Math.round(outcome.afterMs))),
      outcomes.map(leaves),
      outcomes.map(({ turn }) => turn.delivery.id),
      outcomes.map(({ status }) => status),
      outcomes.map(({ attempt }) => JSON.stringify(attempt)),
      outcomes.map(({ turn, movesTo }) => movesTo?.lane ?? turn.lane),
    ],
  )
  return rows[0]?.is_more ?? false
}

/** Whether the next one in the lane comes to the front. */
function leaves({ status, movesTo }: Outcome): boolean {
  return status !== 'pending' || movesTo !== null
}

/** Lets go of lanes, which the transaction holds, as they were. */
export async function releaseLanes(db: Queryable, turns: readonly Turn[]): Promise<void> {
  await db.query(
    `update webhook_lanes set leased_by = null, run_at = ${databaseNow}
     where (merchant, lane) in (select * from unnest($1::text[], $2::text[]))`,
    [turns.map(({ merchant }) => merchant), turns.map(({ lane }) => lane)],
  )
}

/** Puts deliveries that wait elsewhere from now on into lanes of their own, due after a while. */
export async function addLater(
  db: Queryable,
  later: readonly { lane: Lane; afterMs: number }[],
): Promise<void> {
  if (later.length === 0) return
  await db.query(
    `insert into webhook_lanes (merchant, lane, route, run_at, is_retry)
     select merchant, lane, route, ${databaseNow} + after_ms, true
     from unnest($1::text[], $2::text[], $3::text[], $4::bigint[]) as w (merchant, lane, route, after_ms)
     order by merchant, lane
     on conflict (merchant, lane) do nothing`,
    [
      later.map(({ lane }) => lane.merchant),
      later.map(({ lane }) => lane.lane),
      later.map(({ lane }) => lane.route),
      later.map(({ afterMs }) => Math.round(afterMs)),
    ],
  )
}
