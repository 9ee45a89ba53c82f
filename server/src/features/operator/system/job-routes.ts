import { type OperatorPrincipal, platformOperatorOf } from '../../../auth/caller.js'
import { operator } from '../../../auth/guards.js'
import { AppError } from '../../../lib/errors.js'
import type { UnixMs } from '../../../lib/time.js'
import { type Context, inTransaction } from '../../../platform/context.js'
import type { Routes } from '../../../platform/feature.js'
import {
  findJobForUpdate,
  isOverdue,
  listJobs,
  makeJobDue,
  type RecurringJob,
} from '../../../platform/jobs/lease-store.js'
import { recordPlatformChange } from '../record-platform-change.js'
import { JobList, JobParams, JobResponse } from './schemas.js'

/** The recurring jobs of the platform. */
export const jobRoutes: Routes = async (app, { ctx }) => {
  const config = { guard: operator() }

  app.get(
    '/api/admin/jobs',
    {
      config: { ...config, outage: 'refuse' },
      schema: {
        summary: 'List the recurring jobs with their last and next runs',
        response: { 200: JobList },
      },
    },
    async () => {
      const now = ctx.now()
      const jobs = await listJobs(ctx.db)
      return { ok: true as const, jobs: jobs.map((job) => describeJob(job, now)) }
    },
  )

  app.post(
    '/api/admin/jobs/:job/run',
    {
      config: { ...config, outage: 'refuse', stores: 'little' },
      schema: {
        summary: 'Run a recurring job now',
        description:
          'Makes the job due. A worker runs it within ten seconds. Fails with `conflict` while the job runs.',
        params: JobParams,
        response: { 200: JobResponse },
      },
    },
    async (request) => {
      const { job: name } = request.params
      const job = await runJobNow(ctx, { by: platformOperatorOf(request), name })
      return { ok: true as const, job: describeJob(job, ctx.now()) }
    },
  )
}

/**
 * Makes a recurring job due, so that a worker runs it within seconds.
 *
 * @throws {AppError} `not_found`, `conflict` while it runs.
 */
function runJobNow(
  ctx: Context,
  { by, name }: { by: OperatorPrincipal; name: string },
): Promise<RecurringJob> {
  return inTransaction(ctx, async (inTx) => {
    const job = await findJobForUpdate(inTx.db, name)
    if (!job) throw new AppError('not_found', 'No recurring job has this name.')
    if (job.isRunning) throw new AppError('conflict', 'The job is running. Wait until it ends.')
    const now = ctx.now()
    await makeJobDue(inTx.db, { name, now })
    const [before, after] = [{ nextRunAt: job.runAt }, { nextRunAt: Math.min(job.runAt, now) }]
    await recordPlatformChange(inTx, {
      by,
      action: 'job.run_requested',
      target: name,
      before,
      after,
    })
    return { ...job, runAt: job.runAt < now ? job.runAt : now }
  })
}

function describeJob(row: RecurringJob, now: UnixMs) {
  const { job, everyMs, isRunning, runAt, lastFinishedAt, ...last } = row
  const { lastDurationMs, lastError, lastFailedAt, failures } = last
  return {
    job,
    everyMs,
    isRunning,
    isOverdue: isOverdue(row, now),
    nextRunAt: runAt,
    lastRunAt: lastFinishedAt,
    lastDurationMs,
    lastError,
    lastFailedAt,
    failures,
  }
}
