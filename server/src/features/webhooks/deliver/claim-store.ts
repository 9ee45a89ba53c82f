import type { Address } from '../../../lib/hex.js'
import { databaseNow, databaseNowOnce } from '../../../platform/db/database-now.js'
import type { Queryable } from '../../../platform/db/db.js'

/** What taking lanes needs: a name that no other claim has, and until when nobody else takes them. */
export type Lease = { lease: string; leaseMs: number }

/** A lane that was taken. */
export type ClaimedLane = {
  merchant: Address
  lane: string
  route: string
  lease: string
  isRetry: boolean
}

/** Takes lanes for first attempts: so many of each route, and so many in all. Not those of `exceptMerchants`. */
export function claimFirsts(
  db: Queryable,
  claim: Lease & {
    wanted: readonly { route: string; count: number; isForAll: boolean }[]
    limit: number
    exceptMerchants: readonly Address[]
  },
): Promise<ClaimedLane[]> {
  const { wanted, limit, exceptMerchants, ...lease } = claim
  const due = `
    select due.ctid as at
    from unnest($3::text[], $4::int[], $7::boolean[]) as wanted (route, count, is_for_all)
    cross join lateral (
      select ctid, row_number() over () as place from (
        select ctid from webhook_lanes
        where not is_retry and route = wanted.route and run_at <= ${databaseNowOnce}
          and (wanted.is_for_all or merchant <> all($6::text[]))
        order by run_at limit least(wanted.count, $5) for update skip locked
      ) as held
    ) as due
    -- One of each route before the second of any.
    order by due.place limit $5`
  return claimLanes(db, {
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

/** Takes lanes for second attempts, whatever their routes, except those that have no room for more. */
export function claimRetries(
  db: Queryable,
  claim: Lease & { fullRoutes: readonly string[]; limit: number },
): Promise<ClaimedLane[]> {
  const { fullRoutes, limit, ...lease } = claim
  const due = `
    select ctid as at from webhook_lanes
    where is_retry and run_at <= ${databaseNowOnce} and route <> all($3::text[])
    order by run_at limit $4 for update skip locked`
  return claimLanes(db, { due, lease, params: [fullRoutes, limit] })
}

async function claimLanes(
  db: Queryable,
  { due, lease, params }: { due: string; lease: Lease; params: readonly unknown[] },
): Promise<ClaimedLane[]> {
  const { rows } = await db.query<{
    merchant: Address
    lane: string
    route: string
    is_retry: boolean
  }>(
    `with due as (${due})
     update webhook_lanes set run_at = ${databaseNow} + $2::bigint, leased_by = $1
     where ctid = any (array(select at from due))
     returning merchant, lane, route, is_retry`,
    [lease.lease, lease.leaseMs, ...params],
  )
  return rows.map(({ merchant, lane, route, is_retry: isRetry }) => {
    return { merchant, lane, route, lease: lease.lease, isRetry }
  })
}
