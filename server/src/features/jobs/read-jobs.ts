import type { Principal } from '../../auth/caller.js'
import { hasRight, missingRight, type Right } from '../../auth/roles.js'
import { AppError } from '../../lib/errors.js'
import { unixMs } from '../../lib/time.js'
import type { TxContext } from '../../platform/context.js'
import { invalidCursor, readChoice, readWhole } from '../../platform/http/read-query.js'
import { describeJob } from './describe-job.js'
import { jobKinds, jobRules, type MerchantJob } from './job.js'
import type { JobQuery } from './schemas.js'
import { findJob, listJobPage, type PageStart } from './store.js'

/** Later than any job. */
const beginning: PageStart = { createdAt: unixMs(Number.MAX_SAFE_INTEGER), id: '' }

/**
 * Returns a job of the person, or of another one with the right `jobs:read`.
 *
 * @throws {AppError} `not_found`.
 */
export async function getJob(
  ctx: Pick<TxContext, 'db'>,
  { by, id }: { by: Principal; id: string },
): Promise<MerchantJob> {
  const { merchant, person, role } = by
  const job = await findJob(ctx.db, { merchant, id })
  if (job && (job.person === person || hasRight(role, 'jobs:read'))) return job
  throw new AppError('not_found', 'No job has this id. List them with GET /api/jobs.')
}

/**
 * Requires the right of the job's kind, and for jobs of others another one too. The author may have
 * lost theirs since.
 *
 * @throws {AppError} `forbidden`.
 */
export function requireRightOver(
  { kind, person }: MerchantJob,
  { by, ofOthers }: { by: Principal; ofOthers: Right },
): void {
  const needed = person === by.person ? [jobRules[kind].right] : [ofOthers, jobRules[kind].right]
  const missing = needed.find((right) => !hasRight(by.role, right))
  if (missing) throw missingRight(by.role, missing)
}

/**
 * Lists the jobs that a person may see, newest first.
 *
 * @throws {AppError} `invalid_input`.
 */
export async function listJobs(
  ctx: Pick<TxContext, 'db' | 'now'>,
  { by, query }: { by: Principal; query: JobQuery },
) {
  const { merchant, person, role } = by
  const limit = readWhole('limit', query.limit, { min: 1, max: 100, fallback: 20 })
  const state = readChoice('state', query.state, ['open', 'ended'])
  // One more than shown tells whether another page follows.
  const jobs = await listJobPage(ctx.db, {
    merchant,
    person: hasRight(role, 'jobs:read') ? null : person,
    kind: readChoice('kind', query.kind, jobKinds),
    isOpen: state === null ? null : state === 'open',
    after: query.cursor ? readCursor(query.cursor) : beginning,
    limit: limit + 1,
  })
  const page = jobs.slice(0, limit)
  const last = jobs.length > limit ? page.at(-1) : undefined
  return {
    jobs: page.map((job) => describeJob(ctx, job)),
    nextCursor: last ? `${last.createdAt}.${last.id}` : null,
  }
}

function readCursor(text: string): PageStart {
  const [, createdAt = '', id = ''] = /^(\d{1,15})\.(job_[0-9a-z]{1,40})$/.exec(text) ?? []
  if (createdAt === '') throw invalidCursor()
  return { createdAt: unixMs(Number(createdAt)), id }
}
