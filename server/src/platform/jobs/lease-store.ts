import { MINUTE_MS, type UnixMs } from '../../lib/time.js'
import { databaseNow, toTime } from '../db/columns.js'
import type { Queryable } from '../db/db.js'
import { defineColumns } from '../db/define-columns.js'

export type JobLease = {
  job: string
  owner: string | null
  leasedUntil: UnixMs
  runAt: UnixMs
  everyMs: number
  lastFinishedAt: UnixMs | null
  lastDurationMs: number | null
  lastError: string | null
  lastFailedAt: UnixMs | null
  /** Failed runs since the last good one. */
  failures: number
}

const leaseColumns = defineColumns<JobLease>({
  job: 'text',
  owner: 'text',
  leasedUntil: 'time',
  runAt: 'time',
  everyMs: 'number',
  lastFinishedAt: 'time',
  lastDurationMs: 'number',
  lastError: 'text',
  lastFailedAt: 'time',
  failures: 'int',
})
const jobColumns = leaseColumns.with<{ isRunning: boolean }>({
  isRunning: { kind: 'boolean', sql: `owner is not null and leased_until > ${databaseNow}` },
})
const scheduleColumns = leaseColumns
  .pick('job', 'leasedUntil', 'runAt')
  .with<{ now: UnixMs }>({ now: { kind: 'time', sql: databaseNow } })
const healthColumns = leaseColumns.pick('job', 'owner', 'runAt', 'everyMs', 'lastError')

/** Inserts missing rows of recurring jobs, due at once. */
export async function ensureJobs(
  db: Queryable,
  { jobs, now }: { jobs: readonly { name: string; everyMs: number }[]; now: UnixMs },
): Promise<void> {
  await db.query(
    `insert into job_leases (job, every_ms, run_at)
     select job, every_ms, $3 from unnest($1::text[], $2::bigint[]) as given (job, every_ms)
     order by job
     on conflict (job) do update set every_ms = excluded.every_ms`,
    [jobs.map(({ name }) => name), jobs.map(({ everyMs }) => everyMs), now],
  )
}

/** Makes jobs due within their interval that a clock ahead of this one has scheduled later. */
export async function capSchedules(db: Queryable, now: UnixMs): Promise<void> {
  await db.query(
    `update job_leases set run_at = $1 + every_ms
     where run_at > $1 + every_ms and leased_until <= ${databaseNow}`,
    [now],
  )
}

/** Returns by name when each job is due and for how long it is still leased. */
export async function listSchedules(
  db: Queryable,
): Promise<Map<string, { runAt: UnixMs; leasedForMs: number }>> {
  const schedules = await scheduleColumns.list(
    db,
    `select ${scheduleColumns.fields} from job_leases`,
  )
  return new Map(
    schedules.map(({ job, runAt, leasedUntil, now }) => [
      job,
      { runAt, leasedForMs: Math.max(0, leasedUntil - now) },
    ]),
  )
}

/**
 * Leases a job that is due and not leased, and returns when it was due, or `null` if there is none.
 * With `isEarly` the job need not be due.
 */
export async function acquireJob(
  db: Queryable,
  lease: { name: string; owner: string; leaseMs: number; now: UnixMs; isEarly?: boolean },
): Promise<UnixMs | null> {
  const { rows } = await db.query<{ run_at: string }>(
    `update job_leases set owner = $2, leased_until = ${databaseNow} + $3::bigint
     where job = $1 and (run_at <= $4 or $5) and leased_until <= ${databaseNow}
     returning run_at`,
    [lease.name, lease.owner, lease.leaseMs, lease.now, lease.isEarly ?? false],
  )
  return rows[0] ? toTime(rows[0].run_at) : null
}

/** Renews the lease. Returns false when it was lost and another process may run the job. */
export async function renewJob(
  db: Queryable,
  lease: { name: string; owner: string; leaseMs: number },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update job_leases set leased_until = ${databaseNow} + $3::bigint where job = $1 and owner = $2`,
    [lease.name, lease.owner, lease.leaseMs],
  )
  return rowCount === 1
}

/**
 * Records the result of a run, schedules the next one and ends the lease. Returns false when the
 * lease was lost.
 */
export async function releaseJob(
  db: Queryable,
  run: {
    name: string
    owner: string
    now: UnixMs
    nextRunAt: UnixMs
    durationMs: number
    error: string | null
  },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update job_leases
     set owner = null, leased_until = 0, run_at = $3, last_finished_at = $4, last_error = $5,
       last_duration_ms = $6,
       last_failed_at = case when $5::text is null then last_failed_at else $4 end,
       failures = case when $5::text is null then 0 else failures + 1 end
     where job = $1 and owner = $2`,
    [run.name, run.owner, run.nextRunAt, run.now, run.error, run.durationMs],
  )
  return rowCount === 1
}

/** Lists jobs whose last run failed, and jobs that missed two runs. */
export async function listUnhealthyJobs(
  db: Queryable,
  now: UnixMs,
): Promise<{ failing: string[]; overdue: string[] }> {
  const jobs = await healthColumns.list(
    db,
    `select ${healthColumns.fields} from job_leases order by job`,
  )
  return {
    failing: jobs.filter(({ lastError }) => lastError !== null).map(({ job }) => job),
    overdue: jobs.filter((job) => isOverdue(job, now)).map(({ job }) => job),
  }
}

/** Returns whether a job missed two runs. */
export function isOverdue(
  { owner, runAt, everyMs }: Pick<JobLease, 'owner' | 'runAt' | 'everyMs'>,
  now: UnixMs,
): boolean {
  return owner === null && runAt + Math.max(2 * everyMs, MINUTE_MS) < now
}

/** A recurring job with the outcome of its last run. */
export type RecurringJob = JobLease & { isRunning: boolean }

/** Lists all recurring jobs by name. */
export function listJobs(db: Queryable): Promise<RecurringJob[]> {
  return jobColumns.list(db, `select ${jobColumns.fields} from job_leases order by job`)
}

/** Returns a recurring job, locked until the transaction ends, or null. */
export function findJobForUpdate(db: Queryable, name: string): Promise<RecurringJob | null> {
  return jobColumns.find(
    db,
    `select ${jobColumns.fields} from job_leases where job = $1 for update`,
    [name],
  )
}

/** Makes a job due. Runners notice it within seconds. */
export async function makeJobDue(
  db: Queryable,
  { name, now }: { name: string; now: UnixMs },
): Promise<void> {
  await db.query('update job_leases set run_at = least(run_at, $2) where job = $1', [name, now])
}
