import type { Address } from '../../../lib/hex.js'
import { unixMs } from '../../../lib/time.js'
import { databaseNow } from '../../../platform/db/database-now.js'
import type { Queryable } from '../../../platform/db/db.js'
import type { EventKind } from '../../events/event.js'
import type { Turn } from './turn.js'

/**
 * Hosts after `after`, in their order, that have first attempts due. Jumps from one to the next in the index, so it
 * costs the same however much waits for each of them. `last` is the last one looked at, `null` at the end of the round.
 */
export async function listDueHosts(
  db: Queryable,
  { after, limit }: { after: string; limit: number },
): Promise<{ hosts: string[]; last: string | null }> {
  const { rows } = await db.query<{ host: string; is_due: boolean }>(
    `with recursive seen as (
       (select host, 1 as place from webhook_lanes
        where not is_retry and host > $1 order by host limit 1)
       union all
       select next.host, seen.place + 1 from seen cross join lateral (
         select host from webhook_lanes
         where not is_retry and host > seen.host order by host limit 1
       ) as next
       where seen.place < $2
     )
     select host, exists (
       select from webhook_lanes l
       where not l.is_retry and l.host = seen.host and l.run_at <= ${databaseNow}
     ) as is_due
     from seen order by host`,
    [after, limit],
  )
  return {
    hosts: rows.filter(({ is_due }) => is_due).map(({ host }) => host),
    last: rows.length < limit ? null : (rows.at(-1)?.host ?? null),
  }
}

/** What taking lanes needs: a name that no other claim has, and until when nobody else takes them. */
export type Lease = { lease: string; leaseMs: number }

export type Claimed = { turns: Turn[]; empty: { merchant: Address; lane: string }[] }

type ClaimRow = {
  merchant: Address
  lane: string
  host: string
  is_retry: boolean
  id: string | null
  event_id: string
  kind: EventKind
  receipt_id: string | null
  url: string
  signature: string
  standard_signature: string
  extended_retries: boolean
  attempts: number
  body: string
  happened_at: string
}

/** Takes lanes for first attempts: so many of each host, and so many in all. */
export function claimFirsts(
  db: Queryable,
  claim: Lease & { wanted: readonly { host: string; count: number }[]; limit: number },
): Promise<Claimed> {
  const { wanted, limit, ...lease } = claim
  const due = `
    select due.merchant, due.lane
    from unnest($3::text[], $4::int[]) as wanted (host, count) cross join lateral (
      select merchant, lane, row_number() over () as place from (
        select merchant, lane from webhook_lanes
        where not is_retry and host = wanted.host and run_at <= ${databaseNow}
        order by run_at limit least(wanted.count, $5) for update skip locked
      ) as held
    ) as due
    -- One of each host before the second of any.
    order by due.place limit $5`
  return claimLanes(db, {
    due,
    lease,
    params: [wanted.map(({ host }) => host), wanted.map(({ count }) => count), limit],
  })
}

/** Takes lanes for second attempts, whatever their hosts, except those that have no room for more. */
export function claimRetries(
  db: Queryable,
  claim: Lease & { fullHosts: readonly string[]; limit: number },
): Promise<Claimed> {
  const { fullHosts, limit, ...lease } = claim
  const due = `
    select merchant, lane from webhook_lanes
    where is_retry and run_at <= ${databaseNow} and host <> all($3::text[])
    order by run_at limit $4 for update skip locked`
  return claimLanes(db, { due, lease, params: [fullHosts, limit] })
}

/** Takes lanes until the lease is over, and returns the first delivery of each. */
async function claimLanes(
  db: Queryable,
  { due, lease, params }: { due: string; lease: Lease; params: readonly unknown[] },
): Promise<Claimed> {
  const { rows } = await db.query<ClaimRow>(
    `with due as (${due}),
     claimed as (
       update webhook_lanes l set run_at = ${databaseNow} + $2::bigint, leased_by = $1
       from due
       where l.merchant = due.merchant and l.lane = due.lane and l.run_at <= ${databaseNow}
       returning l.merchant, l.lane, l.host, l.is_retry
     )
     select claimed.*, d.id, d.event_id, d.kind, d.receipt_id, d.url, d.signature, d.standard_signature,
       d.extended_retries, d.attempts, e.body, e.created_at as happened_at
     from claimed
       left join lateral (
         select id, event_id, kind, receipt_id, url, signature, standard_signature, extended_retries,
           jsonb_array_length(attempts) as attempts
         from webhook_deliveries
         where merchant = claimed.merchant and lane = claimed.lane and status = 'pending'
         order by no limit 1
       ) as d on true
       left join events e on e.merchant = claimed.merchant and e.id = d.event_id`,
    [lease.lease, lease.leaseMs, ...params],
  )
  return {
    turns: rows.flatMap((row) => toTurn(row, lease.lease)),
    empty: rows.filter(({ id }) => id === null),
  }
}

function toTurn(row: ClaimRow, lease: string): Turn[] {
  if (row.id === null) return []
  const { merchant, lane, host, is_retry: isRetry } = row
  const delivery = {
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
  }
  return [{ merchant, lane, host, lease, isRetry, delivery }]
}
