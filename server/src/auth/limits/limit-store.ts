import type { UnixMs } from '../../lib/time.js'
import { toTime } from '../../platform/db/columns.js'
import { databaseNow } from '../../platform/db/database-now.js'
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

type LeaseRow = { ends_at: string; used: number; granted: number; now: string }

// Inside the update, `excluded` is the window that would begin now.
const isEnded = 'w.ends_at <= excluded.ends_at - $5::bigint'
const used = `case when ${isEnded} then 0 else w.used end`

/** SQL for the granted calls: all that are needed, plus extra up to an eighth of the rest. */
const grant = (taken: string) =>
  `greatest(0, least($3::int + least($4::int, ($2::int - ${taken}) / 8), $2::int - ${taken}))`

/** Leases calls from the bucket's window. The first call, and the first after its end, begins a window. */
export async function leaseCalls(
  db: Queryable,
  request: { bucket: string; windowMs: number; limit: number; need: number; extra: number },
): Promise<Lease> {
  const { rows } = await db.query<LeaseRow>(
    `insert into rate_windows as w (bucket, ends_at, used, granted)
     values ($1, ${databaseNow} + $5::bigint, ${grant('0')}, ${grant('0')})
     on conflict (bucket) do update set
       ends_at = case when ${isEnded} then excluded.ends_at else w.ends_at end,
       used = ${used} + ${grant(`(${used})`)},
       granted = ${grant(`(${used})`)}
     returning ends_at, used, granted, ${databaseNow} as now`,
    [request.bucket, request.limit, request.need, request.extra, request.windowMs],
  )
  const [row] = rows
  if (!row) throw new Error('leasing calls returned no window')
  return {
    endsAt: toTime(row.ends_at),
    used: row.used,
    granted: row.granted,
    now: toTime(row.now),
  }
}

/**
 * Returns leased calls, unless their window has ended. Locks the rows in a fixed order, so that two processes never
 * deadlock.
 */
export async function returnCalls(
  db: Queryable,
  leases: readonly { bucket: string; endsAt: number; calls: number }[],
): Promise<void> {
  await db.query(
    `with locked as (
       select w.bucket, given.calls
       from rate_windows as w
       join unnest($1::text[], $2::bigint[], $3::int[]) as given (bucket, ends_at, calls)
         using (bucket, ends_at)
       order by w.bucket
       for update of w
     )
     update rate_windows as w set used = w.used - locked.calls
     from locked
     where w.bucket = locked.bucket`,
    [
      leases.map(({ bucket }) => bucket),
      leases.map(({ endsAt }) => endsAt),
      leases.map(({ calls }) => calls),
    ],
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
