import type { Address } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'
import type { Queryable } from '../../platform/db/db.js'
import type { LeasedJob } from './run-store.js'
import type { JobRef } from './store.js'

/** Part of a file of a job, compressed. */
type FilePart = { merchant: Address; jobId: string; part: number; content: Buffer }

/** Inserts a part of the file that a job reads. The caller counts its bytes. */
export async function insertPart(
  db: Queryable,
  { merchant, jobId, part, content }: FilePart,
): Promise<void> {
  await db.query(
    'insert into job_files (merchant, job_id, part, content) values ($1, $2, $3, $4)',
    [merchant, jobId, part, content],
  )
}

/** Appends a part to the file that a run writes. Returns false when the run has lost its job. */
export async function appendPart(
  db: Queryable,
  { merchant, id, lease, part, content }: LeasedJob & Pick<FilePart, 'part' | 'content'>,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `with leased as (
       update jobs set file_bytes = file_bytes + $6::int
       where merchant = $1 and id = $2 and lease = $3 and state = 'running'
       returning merchant, id
     )
     insert into job_files (merchant, job_id, part, content)
     select merchant, id, $4::int, $5::bytea from leased`,
    [merchant, id, lease, part, content, content.length],
  )
  return rowCount === 1
}

/** Deletes what an earlier run has written. Returns false when the run has lost its job. */
export async function deleteWrittenParts(
  db: Queryable,
  { merchant, id, lease }: LeasedJob,
): Promise<boolean> {
  const { rows } = await db.query<{ id: string }>(
    `with leased as (
       update jobs set file_bytes = 0
       where merchant = $1 and id = $2 and lease = $3 and state = 'running'
       returning merchant, id
     ), deleted as (
       delete from job_files f using leased
       where f.merchant = leased.merchant and f.job_id = leased.id
     )
     select id from leased`,
    [merchant, id, lease],
  )
  return rows.length === 1
}

/** Returns a part of a file, or null after the last one. */
export async function findPart(
  db: Queryable,
  { merchant, id, part }: JobRef & { part: number },
): Promise<Buffer | null> {
  const { rows } = await db.query<{ content: Buffer }>(
    'select content from job_files where merchant = $1 and job_id = $2 and part = $3',
    [merchant, id, part],
  )
  return rows[0]?.content ?? null
}

export async function deleteFile(db: Queryable, { merchant, id }: JobRef): Promise<void> {
  await db.query('delete from job_files where merchant = $1 and job_id = $2', [merchant, id])
}

/**
 * Deletes the files of jobs that ended before a time, of one merchant or, with null, of all.
 * Returns the number of jobs.
 */
export async function deleteFilesBefore(
  db: Queryable,
  { before, merchant }: { before: UnixMs; merchant: Address | null },
): Promise<number> {
  const { rows } = await db.query<{ jobs: number }>(
    `with expired as (
       update jobs set file_bytes = 0
       where file_bytes > 0 and ended_at < $1 and ($2::text is null or merchant = $2)
       returning merchant, id
     ), deleted as (
       delete from job_files f using expired
       where f.merchant = expired.merchant and f.job_id = expired.id
     )
     select count(*)::int as jobs from expired`,
    [before, merchant],
  )
  return rows[0]?.jobs ?? 0
}

/** Returns the bytes of stored files: of a merchant, and of all. */
export async function sumFileBytes(
  db: Queryable,
  merchant: Address,
): Promise<{ merchant: number; platform: number }> {
  const { rows } = await db.query<{ merchant: string; platform: string }>(
    `select coalesce(sum(file_bytes), 0) as platform,
       coalesce(sum(file_bytes) filter (where merchant = $1), 0) as merchant
     from jobs where file_bytes > 0`,
    [merchant],
  )
  return { merchant: Number(rows[0]?.merchant), platform: Number(rows[0]?.platform) }
}
