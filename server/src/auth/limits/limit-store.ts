import type { UnixMs } from '../../lib/time.js'
import type { BatchOperation } from '../../platform/batches.js'
import { databaseNow, toTime, valuesOf } from '../../platform/db/columns.js'
import type { Queryable } from '../../platform/db/db.js'

/** Calls of a window that this process may spend. */
export type Lease = {
  /** Also identifies the window. */
  endsAt: UnixMs
  /** Calls used in the window by all processes, including this lease. */
  used: number
  granted: number
  now: UnixMs
}

export type LeaseRequest = {
  bucket: string
  windowMs: number
  limit: number
  need: number
  extra: number
}

type LeaseRow = { bucket: string; ends_at: string; used: number; granted: number; now: string }
type GrantTerms = { max: string; need: string; extra: string; windowMs: string }

/** SQL for the granted calls: all that are needed, plus extra up to an eighth of the rest. */
const grant = ({ max, need, extra }: GrantTerms, taken: string) =>
  `greatest(0, least(${need} + least(${extra}, (${max} - ${taken}) / 8), ${max} - ${taken}))`

const fromRow: GrantTerms = { max: 'max', need: 'need', extra: 'extra', windowMs: 'window_ms' }
const grantOfNew = grant(fromRow, '0')

// The update sees only columns of the table, so it finds the request by its bucket.
const place = 'array_position($1::text[], w.bucket)'
const fromPlace: GrantTerms = {
  max: `($2::int[])[${place}]`,
  need: `($3::int[])[${place}]`,
  extra: `($4::int[])[${place}]`,
  windowMs: `($5::bigint[])[${place}]`,
}
// Inside the update, `excluded` is the window that would begin now.
const isEnded = `w.ends_at <= excluded.ends_at - ${fromPlace.windowMs}`
const used = `case when ${isEnded} then 0 else w.used end`
const grantOfKnown = grant(fromPlace, `(${used})`)

/**
 * Leases calls from the windows of different buckets. The first call, and the first after its end,
 * begins a window. Locks the rows in a fixed order, so that two processes never deadlock.
 */
export async function leaseCalls(
  db: Queryable,
  requests: readonly LeaseRequest[],
): Promise<Lease[]> {
  const { rows } = await db.query<LeaseRow>(
    `insert into rate_windows as w (bucket, ends_at, used, granted)
     select bucket, ${databaseNow} + window_ms, ${grantOfNew}, ${grantOfNew}
     from unnest($1::text[], $2::int[], $3::int[], $4::int[], $5::bigint[])
       as given (bucket, max, need, extra, window_ms)
     order by bucket
     on conflict (bucket) do update set
       ends_at = case when ${isEnded} then excluded.ends_at else w.ends_at end,
       used = ${used} + ${grantOfKnown},
       granted = ${grantOfKnown}
     returning bucket, ends_at, used, granted, ${databaseNow} as now`,
    [...valuesOf(requests, ['bucket', 'limit', 'need', 'extra', 'windowMs'])],
  )
  const leases = new Map(rows.map((row) => [row.bucket, toLease(row)]))
  return requests.map(({ bucket }) => {
    const lease = leases.get(bucket)
    if (!lease) throw new Error('leasing calls returned no window')
    return lease
  })
}

function toLease({ ends_at, used, granted, now }: LeaseRow): Lease {
  return { endsAt: toTime(ends_at), used, granted, now: toTime(now) }
}

/** Returns the calls used in the open windows of buckets. */
export async function listOpenWindows(
  db: Queryable,
  buckets: readonly string[],
): Promise<Map<string, { used: number; endsAt: UnixMs }>> {
  const { rows } = await db.query<{ bucket: string; used: number; ends_at: string }>(
    `select bucket, used, ends_at from rate_windows
     where bucket = any($1) and ends_at > (select ${databaseNow})`,
    [buckets],
  )
  return new Map(rows.map((row) => [row.bucket, { used: row.used, endsAt: toTime(row.ends_at) }]))
}

/**
 * Leases that are requested at the same time share a statement: anonymous callers have a bucket for
 * each network address.
 */
export const batchedLeases: BatchOperation<LeaseRequest, Lease> = {
  keyOf: ({ bucket }) => bucket,
  run: leaseCalls,
}

/**
 * Returns leased calls, unless their window has ended. Locks the rows in a fixed order, so that two
 * processes never deadlock. Subqueries hide the number of buckets from the planner, so that it
 * keeps one plan.
 */
export async function returnCalls(
  db: Queryable,
  leases: readonly { bucket: string; endsAt: number; calls: number }[],
): Promise<void> {
  await db.query(
    `with locked as (
       select w.bucket, given.calls
       from rate_windows as w
       join unnest((select $1::text[]), (select $2::bigint[]), (select $3::int[]))
         as given (bucket, ends_at, calls)
         using (bucket, ends_at)
       order by w.bucket
       for update of w
     )
     update rate_windows as w set used = w.used - locked.calls
     from locked
     where w.bucket = locked.bucket`,
    [...valuesOf(leases, ['bucket', 'endsAt', 'calls'])],
  )
}

/** Deletes windows that ended more than `keptForMs` ago and returns how many. */
export async function deleteOldWindows(db: Queryable, keptForMs: number): Promise<number> {
  const { rowCount } = await db.query(
    // A subquery reads the time once; a volatile function could not use the index.
    `delete from rate_windows where ends_at < (select ${databaseNow} - $1::bigint)`,
    [keptForMs],
  )
  return rowCount
}
