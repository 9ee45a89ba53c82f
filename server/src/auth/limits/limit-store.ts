import type { UnixMs } from '../../lib/time.js'
import { toTime } from '../../platform/db/columns.js'
import { databaseNow } from '../../platform/db/database-now.js'
import type { Queryable } from '../../platform/db/db.js'

/** Calls of a window that one process may spend. */
export type Lease = {
  /** Also tells a bucket's windows apart. */
  endsAt: UnixMs
  /** Of the whole window, by all processes, this lease included. */
  used: number
  granted: number
  now: UnixMs
}

type LeaseRow = { ends_at: string; used: number; granted: number; now: string }

// Inside the update, `excluded` is the window that would begin now.
const isOver = 'w.ends_at <= excluded.ends_at - 60000'
const used = `case when ${isOver} then 0 else w.used end`

/** SQL for what is granted: all that is needed; of the extra never more than an eighth of the rest. */
const grant = (taken: string) =>
  `greatest(0, least($3::int + least($4::int, ($2::int - ${taken}) / 8), $2::int - ${taken}))`

/** Leases calls from the bucket's window; the first call, and the first after its end, begins one. */
export async function leaseCalls(
  db: Queryable,
  wish: { bucket: string; limit: number; need: number; extra: number },
): Promise<Lease> {
  const { rows } = await db.query<LeaseRow>(
    `insert into rate_windows as w (bucket, ends_at, used, granted)
     values ($1, ${databaseNow} + 60000, ${grant('0')}, ${grant('0')})
     on conflict (bucket) do update set
       ends_at = case when ${isOver} then excluded.ends_at else w.ends_at end,
       used = ${used} + ${grant(`(${used})`)},
       granted = ${grant(`(${used})`)}
     returning ends_at, used, granted, ${databaseNow} as now`,
    [wish.bucket, wish.limit, wish.need, wish.extra],
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
 * Gives leased calls back, unless their window is over. Locks the rows in one order, so that two
 * processes never wait for each other.
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

/** Forgets windows that ended more than `keptForMs` ago and says how many. */
export async function deleteOldWindows(db: Queryable, keptForMs: number): Promise<number> {
  const { rowCount } = await db.query(
    // As a subquery the time is read once; a clock that may move on could not use the index.
    `delete from rate_windows where ends_at < (select ${databaseNow} - $1::bigint)`,
    [keptForMs],
  )
  return rowCount
}
