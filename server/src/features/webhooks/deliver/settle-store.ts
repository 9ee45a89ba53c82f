import { databaseNow, valuesOf } from '../../../platform/db/columns.js'
import type { Queryable } from '../../../platform/db/db.js'
import type { ClaimedDelivery } from './claimed-delivery.js'
import type { Outcome } from './classify-attempt.js'

/** Redeliveries add attempts without a limit, and a response may have 2 KB. */
const maxResponses = 10
const withoutOldResponse = `case when jsonb_array_length(d.attempts) < ${maxResponses} then d.attempts
  else d.attempts #- array[(jsonb_array_length(d.attempts) - ${maxResponses})::text, 'response'] end`

/**
 * Writes outcomes and releases their queues, which the transaction has locked. A queue becomes due
 * for its next delivery, waits for a retry of the same one, or is removed when empty. Returns
 * whether another delivery is now first.
 */
export async function settleOutcomes(
  db: Queryable,
  outcomes: readonly Outcome[],
): Promise<boolean> {
  const { rows } = await db.query<{ is_more: boolean }>(
    `with ended as (
       select e.*, exists (
         select from webhook_deliveries d
         where d.merchant = e.merchant and d.queue = e.queue and d.status = 'pending' and d.id <> e.id
       ) as is_more
       from unnest(
         $1::text[], $2::text[], $3::bigint[], $4::boolean[], $5::uuid[], $6::text[], $7::jsonb[], $8::text[],
         $9::text[]
       ) as e (merchant, queue, after_ms, leaves, id, status, attempt, next_queue, signature)
     ), noted as (
       update webhook_deliveries d
       set status = e.status, queue = e.next_queue,
         -- The response may echo personal data that was erased while the request was sent.
         attempts = ${withoutOldResponse} ||
           case when d.signature = e.signature then e.attempt else e.attempt - 'response' end
       from ended e where d.merchant = e.merchant and d.id = e.id
     ), removed as (
       delete from webhook_queues l using ended e
       where l.merchant = e.merchant and l.queue = e.queue and e.leaves and not e.is_more
     ), released as (
       update webhook_queues l
       set leased_by = null, run_at = ${databaseNow} + e.after_ms, is_retry = not e.leaves
       from ended e
       where l.merchant = e.merchant and l.queue = e.queue and (e.is_more or not e.leaves)
     )
     select bool_or(leaves and is_more) as is_more from ended`,
    [
      outcomes.map(({ claimed }) => claimed.merchant),
      outcomes.map(({ claimed }) => claimed.queueKey),
      // The next delivery in the queue does not wait for the retry of one that left it.
      outcomes.map((outcome) => (leaves(outcome) ? 0 : Math.round(outcome.afterMs))),
      outcomes.map(leaves),
      outcomes.map(({ claimed }) => claimed.delivery.id),
      outcomes.map(({ status }) => status),
      outcomes.map(({ attempt }) => JSON.stringify(attempt)),
      outcomes.map(({ claimed, movesTo }) => movesTo?.queueKey ?? claimed.queueKey),
      outcomes.map(({ claimed }) => claimed.delivery.signatures.signature),
    ],
  )
  return rows[0]?.is_more ?? false
}

/** Reports whether the delivery leaves its queue, so that the next one is first. */
function leaves({ status, movesTo }: Outcome): boolean {
  return status !== 'pending' || movesTo !== null
}

/** Releases queues that the transaction has locked, and makes them due now. */
export async function releaseQueues(
  db: Queryable,
  claimed: readonly ClaimedDelivery[],
): Promise<void> {
  await db.query(
    `update webhook_queues set leased_by = null, run_at = ${databaseNow}
     where (merchant, queue) in (select * from unnest($1::text[], $2::text[]))`,
    [claimed.map(({ merchant }) => merchant), claimed.map(({ queueKey }) => queueKey)],
  )
}

/** Creates the queues of deliveries that moved to wait for a late retry. */
export async function addRetryQueues(
  db: Queryable,
  outcomes: readonly Pick<Outcome, 'movesTo' | 'afterMs'>[],
): Promise<void> {
  const moves = outcomes.flatMap(({ movesTo, afterMs }) =>
    movesTo ? [{ ...movesTo, afterMs }] : [],
  )
  if (moves.length === 0) return
  await db.query(
    `insert into webhook_queues (merchant, queue, route, run_at, is_retry)
     select merchant, queue, route, ${databaseNow} + after_ms, true
     from unnest($1::text[], $2::text[], $3::text[], $4::bigint[]) as w (merchant, queue, route, after_ms)
     order by merchant, queue
     on conflict (merchant, queue) do nothing`,
    [
      ...valuesOf(moves, ['merchant', 'queueKey', 'route']),
      moves.map(({ afterMs }) => Math.round(afterMs)),
    ],
  )
}
