import type { Address } from '../../../lib/hex.js'
import { databaseNow, databaseNowOnce } from '../../../platform/db/columns.js'
import type { Queryable } from '../../../platform/db/db.js'
import type { WorkSource } from '../../../platform/jobs/work-poll.js'
import type { QueueRow } from '../queue-store.js'
import type { ClaimedQueue } from './claimed-delivery.js'

export const dueDeliveries: WorkSource = {
  topic: 'deliveries',
  sql: `exists (select from webhook_queues where is_retry and run_at <= ${databaseNowOnce})
    or exists (select from webhook_queues where not is_retry and run_at <= ${databaseNowOnce})`,
}

/** A unique name for the claim, and how long no other process may claim the same queues. */
type Lease = { lease: string; leaseMs: number }

/**
 * Claims queues for first attempts: up to `count` of each route, and up to `limit` in total. Routes
 * that are not `isForAll` skip the queues of `exceptMerchants`.
 */
export function claimFirstAttempts(
  db: Queryable,
  claim: Lease & {
    routes: readonly { route: string; count: number; isForAll: boolean }[]
    limit: number
    exceptMerchants: readonly Address[]
  },
): Promise<ClaimedQueue[]> {
  const { routes, limit, exceptMerchants, ...lease } = claim
  const due = `
    select due.ctid as at
    from unnest($3::text[], $4::int[], $7::boolean[]) as free (route, count, is_for_all)
    cross join lateral (
      select ctid, row_number() over () as place from (
        select ctid from webhook_queues
        where not is_retry and route = free.route and run_at <= ${databaseNowOnce}
          and (free.is_for_all or merchant <> all($6::text[]))
        order by run_at limit least(free.count, $5) for update skip locked
      ) as held
    ) as due
    -- One of each route before the second of any.
    order by due.place limit $5`
  return claimQueues(db, {
    due,
    lease,
    params: [
      routes.map(({ route }) => route),
      routes.map(({ count }) => count),
      limit,
      exceptMerchants,
      routes.map(({ isForAll }) => isForAll),
    ],
  })
}

/** Claims queues for retries, on every route except `fullRoutes`. */
export function claimRetries(
  db: Queryable,
  claim: Lease & { fullRoutes: readonly string[]; limit: number },
): Promise<ClaimedQueue[]> {
  const { fullRoutes, limit, ...lease } = claim
  const due = `
    select ctid as at from webhook_queues
    where is_retry and run_at <= ${databaseNowOnce} and route <> all($3::text[])
    order by run_at limit $4 for update skip locked`
  return claimQueues(db, { due, lease, params: [fullRoutes, limit] })
}

async function claimQueues(
  db: Queryable,
  { due, lease, params }: { due: string; lease: Lease; params: readonly unknown[] },
): Promise<ClaimedQueue[]> {
  const { rows } = await db.query<Omit<QueueRow, 'run_at' | 'leased_by'>>(
    `with due as (${due})
     update webhook_queues set run_at = ${databaseNow} + $2::bigint, leased_by = $1
     where ctid = any (array(select at from due))
     returning merchant, queue, route, is_retry`,
    [lease.lease, lease.leaseMs, ...params],
  )
  return rows.map((row) => ({
    merchant: row.merchant,
    queueKey: row.queue,
    route: row.route,
    lease: lease.lease,
    isRetry: row.is_retry,
  }))
}

/**
 * Lists routes after `after`, in order, that have first attempts due. It skips from route to route
 * in the index, so the cost does not grow with the deliveries per route. `last` is the last route
 * examined, or `null` after the final page.
 */
export async function listDueRoutes(
  db: Queryable,
  { after, limit }: { after: string; limit: number },
): Promise<{ routes: string[]; last: string | null }> {
  const { rows } = await db.query<{ route: string; is_due: boolean }>(
    `with recursive seen as (
       (select route, 1 as place from webhook_queues
        where not is_retry and route > $1 order by route limit 1)
       union all
       select next.route, seen.place + 1 from seen cross join lateral (
         select route from webhook_queues
         where not is_retry and route > seen.route order by route limit 1
       ) as next
       where seen.place < $2
     )
     select route, exists (
       select from webhook_queues l
       where not l.is_retry and l.route = seen.route and l.run_at <= ${databaseNowOnce}
     ) as is_due
     from seen order by route`,
    [after, limit],
  )
  return {
    routes: rows.filter(({ is_due }) => is_due).map(({ route }) => route),
    last: rows.length < limit ? null : (rows.at(-1)?.route ?? null),
  }
}
