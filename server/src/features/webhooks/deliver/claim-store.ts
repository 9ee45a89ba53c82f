import type { Address } from '../../../lib/hex.js'
import { databaseNow, databaseNowOnce } from '../../../platform/db/columns.js'
import type { Queryable } from '../../../platform/db/db.js'
import type { ClaimedQueue } from './claimed-delivery.js'

/** A unique name for the claim, and how long no other process may claim the same queues. */
export type Lease = { lease: string; leaseMs: number }

/**
 * Claims queues for first attempts: up to `count` of each route, and up to `limit` in all. Routes that are not
 * `isForAll` skip the queues of `exceptMerchants`.
 */
export function claimFirstAttempts(
  db: Queryable,
  claim: Lease & {
    wanted: readonly { route: string; count: number; isForAll: boolean }[]
    limit: number
    exceptMerchants: readonly Address[]
  },
): Promise<ClaimedQueue[]> {
  const { wanted, limit, exceptMerchants, ...lease } = claim
  const due = `
    select due.ctid as at
    from unnest($3::text[], $4::int[], $7::boolean[]) as wanted (route, count, is_for_all)
    cross join lateral (
      select ctid, row_number() over () as place from (
        select ctid from webhook_queues
        where not is_retry and route = wanted.route and run_at <= ${databaseNowOnce}
          and (wanted.is_for_all or merchant <> all($6::text[]))
        order by run_at limit least(wanted.count, $5) for update skip locked
      ) as held
    ) as due
    -- One of each route before the second of any.
    order by due.place limit $5`
  return claimQueues(db, {
    due,
    lease,
    params: [
      wanted.map(({ route }) => route),
      wanted.map(({ count }) => count),
      limit,
      exceptMerchants,
      wanted.map(({ isForAll }) => isForAll),
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
  const { rows } = await db.query<{
    merchant: Address
    queue: string
    route: string
    is_retry: boolean
  }>(
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
