import type { Address } from '../../../lib/hex.js'
import { unixMs } from '../../../lib/time.js'
import { databaseNow } from '../../../platform/db/database-now.js'
import type { Queryable } from '../../../platform/db/db.js'
import type { EventKind } from '../../events/event.js'
import type { Turn } from './turn.js'

/** Asked once for a whole statement: only then can an index find what is due. */
const now = `(select ${databaseNow})`

/**
 * Routes after `after`, in their order, that have first attempts due. Jumps from one to the next in the index, so it
 * costs the same however much waits for each of them. `last` is the last one looked at, `null` at the end of the round.
 */
export async function listDueRoutes(
  db: Queryable,
  { after, limit }: { after: string; limit: number },
): Promise<{ routes: string[]; last: string | null }> {
  const { rows } = await db.query<{ route: string; is_due: boolean }>(
    `with recursive seen as (
       (select route, 1 as place from webhook_lanes
        where not is_retry and route > $1 order by route limit 1)
       union all
       select next.route, seen.place + 1 from seen cross join lateral (
         select route from webhook_lanes
         where not is_retry and route > seen.route order by route limit 1
       ) as next
       where seen.place < $2
     )
     select route, exists (
       select from webhook_lanes l
       where not l.is_retry and l.route = seen.route and l.run_at <= ${now}
     ) as is_due
     from seen order by route`,
    [after, limit],
  )
  return {
    routes: rows.filter(({ is_due }) => is_due).map(({ route }) => route),
    last: rows.length < limit ? null : (rows.at(-1)?.route ?? null),
  }
}

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
        where not is_retry and route = wanted.route and run_at <= ${now}
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
    where is_retry and run_at <= ${now} and route <> all($3::text[])
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

/**
 * The first delivery of each lane that was taken; there is none in one that was left behind empty. A statement of its
 * own: the one that takes lanes may still see deliveries as they were before somebody else let go of them.
 */
export async function readTurns(db: Queryable, lanes: readonly ClaimedLane[]): Promise<Turn[]> {
  const { rows } = await db.query<TurnRow>(
    `select taken.place::int as place, d.*, e.body, e.created_at as happened_at
     from unnest($1::text[], $2::text[]) with ordinality as taken (merchant, lane, place)
       cross join lateral (
         select id, event_id, kind, receipt_id, url, signature, standard_signature, extended_retries,
           jsonb_array_length(attempts) as attempts,
           attempts @> '[{"error": null}]' as was_delivered
         from webhook_deliveries
         where merchant = taken.merchant and lane = taken.lane and status = 'pending'
         order by no limit 1
       ) as d
       join events e on e.merchant = taken.merchant and e.id = d.event_id
     order by taken.place`,
    [lanes.map(({ merchant }) => merchant), lanes.map(({ lane }) => lane)],
  )
  return rows.flatMap((row) => {
    const lane = lanes[row.place - 1]
    return lane ? [{ ...lane, delivery: toDelivery(row) }] : []
  })
}

type TurnRow = {
  place: number
  id: string
  event_id: string
  kind: EventKind
  receipt_id: string | null
  url: string
  signature: string
  standard_signature: string
  extended_retries: boolean
  attempts: number
  was_delivered: boolean
  body: string
  happened_at: string
}

function toDelivery(row: TurnRow): Turn['delivery'] {
  return {
    id: row.id,
    eventId: row.event_id,
    kind: row.kind,
    happenedAt: unixMs(Number(row.happened_at)),
    signatures: { signature: row.signature, standardSignature: row.standard_signature },
    receiptId: row.receipt_id,
    url: row.url,
    body: row.body,
    extendedRetries: row.extended_retries,
    attempts: row.attempts,
    wasDelivered: row.was_delivered,
  }
}
