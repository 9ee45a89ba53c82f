import type { UnixMs } from '../../lib/time.js'
import { databaseNow, databaseNowOnce } from '../../platform/db/columns.js'
import type { Queryable } from '../../platform/db/db.js'
import type { WorkSource } from '../../platform/jobs/work-poll.js'
import type { JobKind, JobProgress, MerchantJob } from './job.js'
import { isOpenSql, type JobRef, jobColumns } from './store.js'

export const dueJobs: WorkSource = {
  topic: 'started-jobs',
  sql: `exists (
    select from jobs where ${isOpenSql} and run_at <= $1 and leased_until <= ${databaseNowOnce}
  )`,
}

/** A job that a worker has leased. */
export type LeasedJob = JobRef & { lease: string }

const ofLease = `merchant = $1 and id = $2 and lease = $3 and state = 'running'`

/** Leases the job of these kinds that is due for longest, of a merchant without a running one. */
export async function claimJob(
  db: Queryable,
  input: { kinds: readonly JobKind[]; lease: string; leaseMs: number; now: UnixMs },
): Promise<MerchantJob | null> {
  const { kinds, lease, leaseMs, now } = input
  return jobColumns.find(
    db,
    `update jobs set state = 'running', lease = $1, leased_until = ${databaseNow} + $2::bigint,
       attempts = attempts + 1, started_at = coalesce(started_at, $3)
     where (merchant, id) = (
       select merchant, id from jobs j
       where ${isOpenSql} and run_at <= $3 and leased_until <= ${databaseNowOnce}
         and kind = any($4)
         and not exists (
           select from jobs other
           where other.merchant = j.merchant and other.state = 'running'
             and other.leased_until > ${databaseNowOnce}
         )
       order by run_at, id limit 1 for update skip locked
     )
     returning ${jobColumns.fields}`,
    [lease, leaseMs, now, kinds],
  )
}

/** Renews the lease and stores the progress. Returns false when the worker has lost the job. */
export async function saveProgress(
  db: Queryable,
  {
    merchant,
    id,
    lease,
    leaseMs,
    progress,
  }: LeasedJob & { leaseMs: number; progress: JobProgress },
): Promise<boolean> {
  const { done, total, position } = progress
  const { rowCount } = await db.query(
    `update jobs set leased_until = ${databaseNow} + $4::bigint, done = $5, total = $6, position = $7
     where ${ofLease}`,
    [
      merchant,
      id,
      lease,
      leaseMs,
      done,
      total,
      position === null ? null : JSON.stringify(position),
    ],
  )
  return rowCount === 1
}

/** Ends a job with its result or error. Returns null when the worker has lost it. */
export async function endLeasedJob(
  db: Queryable,
  end: LeasedJob & {
    state: 'done' | 'failed'
    result: unknown
    error: unknown
    now: UnixMs
    progress: JobProgress
  },
): Promise<MerchantJob | null> {
  const { merchant, id, lease, state, result, error, now, progress } = end
  const { total } = progress
  const done = state === 'done' ? (total ?? progress.done) : progress.done
  return jobColumns.find(
    db,
    `update jobs set state = $4, result = $5, error = $6, ended_at = $7, lease = null,
       leased_until = 0, position = null, done = $8, total = $9,
       file_bytes = case when $4 = 'done' and kind = 'export' then file_bytes else 0 end
     where ${ofLease}
     returning ${jobColumns.fields}`,
    [merchant, id, lease, state, toJson(result), toJson(error), now, done, total],
  )
}

/**
 * Returns a job to the queue, due at `runAt`. A run that was not at fault does not count as an
 * attempt. A job that `waits` shows as waiting, others as running.
 * Returns false when the worker has lost the job.
 */
export async function returnJob(
  db: Queryable,
  input: LeasedJob & {
    runAt: UnixMs
    countsAttempt: boolean
    waits: boolean
    progress: JobProgress
  },
): Promise<boolean> {
  const { merchant, id, lease, runAt, countsAttempt, waits, progress } = input
  const { rowCount } = await db.query(
    `update jobs set state = case when $9 then 'waiting' else state end, lease = null, leased_until = 0, run_at = $4,
       attempts = attempts - $5::int, done = $6, total = $7, position = $8
     where ${ofLease}`,
    [
      merchant,
      id,
      lease,
      runAt,
      countsAttempt ? 0 : 1,
      progress.done,
      progress.total,
      toJson(progress.position),
      waits,
    ],
  )
  return rowCount === 1
}

function toJson(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value)
}
