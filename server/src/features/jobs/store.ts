import type { PersonId } from '../../auth/person-id.js'
import type { Address } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'
import type { Queryable } from '../../platform/db/db.js'
import { defineColumns } from '../../platform/db/define-columns.js'
import type { JobKind, MerchantJob } from './job.js'

export const jobColumns = defineColumns<MerchantJob>({
  merchant: 'text',
  id: 'text',
  kind: 'text',
  state: 'text',
  person: 'text',
  role: 'text',
  correlationId: 'text',
  input: 'json',
  position: 'json',
  done: 'number',
  total: 'number',
  result: 'json',
  error: 'json',
  attempts: 'int',
  fileBytes: 'number',
  leasedUntil: 'time',
  createdAt: 'time',
  startedAt: 'time',
  endedAt: 'time',
})

/** SQL of the condition that a job has not ended. */
export const isOpenSql = `state in ('waiting', 'running')`

export type JobRef = { merchant: Address; id: string }

export async function findJob(
  db: Queryable,
  { merchant, id }: JobRef,
): Promise<MerchantJob | null> {
  return jobColumns.find(
    db,
    `select ${jobColumns.fields} from jobs where merchant = $1 and id = $2`,
    [merchant, id],
  )
}

/** A position in a list: the jobs created before it follow. */
export type PageStart = { createdAt: UnixMs; id: string }

/** Lists jobs, newest first: of one person, or of all with `person: null`. */
export async function listJobPage(
  db: Queryable,
  input: {
    merchant: Address
    person: PersonId | null
    kind: JobKind | null
    /** Open jobs, ended ones, or both with null. */
    isOpen: boolean | null
    after: PageStart
    limit: number
  },
): Promise<MerchantJob[]> {
  const { merchant, person, kind, isOpen, after, limit } = input
  return jobColumns.list(
    db,
    `select ${jobColumns.fields} from jobs
     where merchant = $1 and ($2::text is null or person = $2) and ($3::text is null or kind = $3)
       and ($4::boolean is null or (${isOpenSql}) = $4) and (created_at, id) < ($5, $6)
     order by created_at desc, id desc limit $7`,
    [merchant, person, kind, isOpen, after.createdAt, after.id, limit],
  )
}

/** Returns the open jobs of a merchant. */
export async function listOpenJobs(db: Queryable, merchant: Address): Promise<MerchantJob[]> {
  return jobColumns.list(
    db,
    `select ${jobColumns.fields} from jobs where merchant = $1 and ${isOpenSql}`,
    [merchant],
  )
}

export async function insertJob(
  db: Queryable,
  job: MerchantJob & { runAt: UnixMs },
): Promise<void> {
  const columns = jobColumns.with<{ runAt: UnixMs }>({ runAt: 'time' })
  await db.query(
    `insert into jobs (${columns.names}) values (${columns.placeholders})`,
    columns.paramsOf(job),
  )
}

/** Ends a job without a worker, with its file. Returns null when it has ended already. */
export async function endOpenJob(
  db: Queryable,
  end: JobRef & { state: 'canceled' | 'failed'; error: unknown; now: UnixMs },
): Promise<MerchantJob | null> {
  const { merchant, id, state, error, now } = end
  return jobColumns.find(
    db,
    `update jobs set state = $3, error = $4, ended_at = $5, lease = null, leased_until = 0,
       file_bytes = 0
     where merchant = $1 and id = $2 and ${isOpenSql}
     returning ${jobColumns.fields}`,
    [merchant, id, state, error === null ? null : JSON.stringify(error), now],
  )
}

/** Deletes a batch of jobs that ended before a time, and returns their number. */
export async function deleteJobsBefore(
  db: Queryable,
  { before, limit }: { before: UnixMs; limit: number },
): Promise<number> {
  const { rowCount } = await db.query(
    `delete from jobs where (merchant, id) in (
       select merchant, id from jobs where ended_at < $1 order by ended_at limit $2
     )`,
    [before, limit],
  )
  return rowCount
}

/** Deletes the oldest ended jobs that merchants have beyond a number. */
export async function deleteJobsBeyond(db: Queryable, max: number): Promise<number> {
  const { rowCount } = await db.query(
    `delete from jobs where (merchant, id) in (
       select full_merchants.merchant, listed.id from (
         select merchant from jobs where ended_at is not null
         group by merchant having count(*) > $1
       ) as full_merchants cross join lateral (
         select j.id from jobs j
         where j.merchant = full_merchants.merchant and j.ended_at is not null
         order by j.created_at desc, j.id desc offset $1
       ) as listed
     )`,
    [max],
  )
  return rowCount
}

/** Deletes all jobs of a merchant. A worker that runs one finds that it has lost it. */
export async function deleteJobsOf(db: Queryable, merchant: Address): Promise<void> {
  await db.query('delete from jobs where merchant = $1', [merchant])
}

/** Forgets the requests of the ended exports of a merchant, which may name a buyer. */
export async function forgetExportInputs(db: Queryable, merchant: Address): Promise<number> {
  const { rowCount } = await db.query(
    `update jobs set input = '{}'
     where merchant = $1 and kind = 'export' and not (${isOpenSql}) and input <> '{}'`,
    [merchant],
  )
  return rowCount
}
