import { findRole } from '../../auth/merchants/member-store.js'
import { requireActive } from '../../auth/merchants/require-active.js'
import { hasRight, missingRight } from '../../auth/roles.js'
import { AppError, errorStatus } from '../../lib/errors.js'
import { unixMs } from '../../lib/time.js'
import { type Context, inTransaction, type TxContext } from '../../platform/context.js'
import { StoreUnavailable } from '../../platform/db/store-unavailable.js'
import { recordLiveChange } from '../../platform/live-changes/record-live-change.js'
import { appendPart, deleteFile, deleteWrittenParts } from './file-store.js'
import { type JobProgress, jobRules, type MerchantJob } from './job.js'
import { packPart, readFile } from './job-file.js'
import { type JobOutcome, type JobRun, type JobRunner, LostJob } from './job-runner.js'
import { requireFileSpace } from './require-below-limits.js'
import { endLeasedJob, returnJob, saveProgress } from './run-store.js'

/** Points at which crash tests kill the process. */
export type JobPoint = 'claimed' | 'reported' | 'finishing' | 'finished'

export type RunJobInput = {
  job: MerchantJob
  lease: string
  leaseMs: number
  runner: JobRunner
  /** Aborts when the process stops. */
  stopping: AbortSignal
  /** How often the lease is renewed and the progress stored. */
  tickMs?: number
  hook?: (point: JobPoint) => void
}

/** A job that ends its process this often is given up. */
const maxAttempts = 5
const retryMs = 2_000

/** Runs a leased job and stores its end. A run that has lost its job stores nothing. */
export async function runJob(ctx: Context, input: RunJobInput): Promise<void> {
  const { job, runner, stopping, hook = () => {} } = input
  const lost = new AbortController()
  const signal = AbortSignal.any([stopping, lost.signal])
  const tracker = trackProgress(ctx, { ...input, hook, onLost: () => lost.abort() })
  const run = createRun(ctx, { ...input, hook, signal, tracker })
  try {
    if (job.attempts > maxAttempts) throw interrupted()
    await requireStillAllowed(ctx, job)
    const outcome = await runner.run(ctx, run)
    await settle(ctx, { ...input, hook, outcome, progress: tracker.progress() })
  } catch (error) {
    if (error instanceof LostJob || lost.signal.aborted) return
    await settleFailure(ctx, { ...input, error, progress: tracker.progress() })
  } finally {
    await tracker.end()
  }
}

/** Stores the progress of a run at intervals, which renews its lease. */
function trackProgress(
  ctx: Context,
  {
    job,
    lease,
    leaseMs,
    tickMs = 1_000,
    hook,
    onLost,
  }: RunJobInput & {
    hook: (point: JobPoint) => void
    onLost: () => void
  },
) {
  const { merchant, id, person } = job
  let progress: JobProgress = { done: job.done, total: job.total, position: job.position }
  let saved = progress
  let saving: Promise<void> | null = null
  let renewedAtMs = performance.now()

  async function save(): Promise<void> {
    const current = progress
    try {
      const isOurs = await inTransaction(ctx, async ({ db }) => {
        const isSaved = await saveProgress(db, { merchant, id, lease, leaseMs, progress: current })
        if (isSaved && current !== saved) {
          await recordLiveChange(db, { merchant, kind: 'job', id, person })
        }
        return isSaved
      })
      if (!isOurs) return onLost()
      renewedAtMs = performance.now()
      if (current !== saved) hook('reported')
      saved = current
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) ctx.log.warn({ err: error }, 'job not renewed')
      if (performance.now() - renewedAtMs > leaseMs) onLost()
    }
  }

  const ticking = setInterval(() => {
    saving ??= save().finally(() => {
      saving = null
    })
  }, tickMs)
  return {
    progress: () => progress,
    report(change: Partial<JobProgress>) {
      progress = { ...progress, ...change }
    },
    async end() {
      clearInterval(ticking)
      await saving
    },
  }
}

function createRun(
  ctx: Context,
  {
    job,
    lease,
    hook,
    signal,
    tracker,
  }: RunJobInput & {
    hook: (point: JobPoint) => void
    signal: AbortSignal
    tracker: { progress(): JobProgress; report: JobRun['report'] }
  },
): JobRun {
  const { merchant, id, person, role, correlationId } = job
  let parts = 0
  return {
    job,
    by: { merchant, person, role, correlationId },
    signal,
    report: tracker.report,
    async finish(inTx, result) {
      const progress = tracker.progress()
      await endInTransaction(inTx, { job, lease, state: 'done', result, error: null, progress })
      hook('finishing')
    },
    readFile: () => readFile(ctx, job),
    async beginFile() {
      parts = 0
      if (!(await deleteWrittenParts(ctx.db, { merchant, id, lease }))) throw new LostJob()
    },
    async appendToFile(text) {
      signal.throwIfAborted()
      const content = await packPart(text)
      await requireFileSpace(ctx, { merchant, bytes: content.length })
      const part = { merchant, id, lease, part: parts, content }
      if (!(await appendPart(ctx.db, part))) throw new LostJob()
      parts += 1
    },
  }
}

async function settle(
  ctx: Context,
  input: RunJobInput & {
    hook: (point: JobPoint) => void
    outcome: JobOutcome
    progress: JobProgress
  },
): Promise<void> {
  const { job, lease, outcome, progress, hook } = input
  const { id } = job
  if (outcome.kind === 'later') {
    const { runAt } = outcome
    await requeue(ctx, { job, lease, runAt, countsAttempt: false, waits: false, progress })
    return
  }
  if (outcome.kind === 'done') {
    const { result } = outcome
    await inTransaction(ctx, async (inTx) => {
      await endInTransaction(inTx, { job, lease, state: 'done', result, error: null, progress })
      hook('finishing')
    })
  }
  hook('finished')
  ctx.log.info({ jobId: id, kind: job.kind }, 'merchant job done')
}

async function settleFailure(
  ctx: Context,
  input: RunJobInput & { error: unknown; progress: JobProgress },
): Promise<void> {
  const { job, lease, error, stopping, progress } = input
  const { id, kind, attempts } = job
  // The lease expires, and another run begins.
  if (error instanceof StoreUnavailable) return
  const back = { job, lease, waits: true, progress }
  if (stopping.aborted) {
    await requeue(ctx, { ...back, runAt: ctx.now(), countsAttempt: false })
    return
  }
  const isFinal = error instanceof AppError && errorStatus[error.code] < 500
  if (!isFinal && attempts < maxAttempts) {
    ctx.log.warn({ err: error, jobId: id, kind }, 'merchant job failed and is repeated')
    const runAt = unixMs(ctx.now() + retryMs * 2 ** attempts)
    await requeue(ctx, { ...back, runAt, countsAttempt: true })
    return
  }
  if (!(error instanceof AppError))
    ctx.log.error({ err: error, jobId: id, kind }, 'merchant job failed')
  const failure = { state: 'failed', result: null, error: bodyOf(error) } as const
  const end = { job, lease, progress, ...failure }
  await inTransaction(ctx, (inTx) => endInTransaction(inTx, end)).catch((failure) => {
    if (!(failure instanceof LostJob)) throw failure
  })
}

/** Returns a job to the queue. A run that has lost it changes nothing. */
async function requeue(
  ctx: Context,
  back: Omit<Parameters<typeof returnJob>[1], 'merchant' | 'id'> & { job: MerchantJob },
): Promise<void> {
  const { job, ...others } = back
  const { merchant, id, person, done } = job
  await inTransaction(ctx, async ({ db }) => {
    const isReturned = await returnJob(db, { merchant, id, ...others })
    if (!isReturned || (done === back.progress.done && !back.waits)) return
    await recordLiveChange(db, { merchant, kind: 'job', id, person })
  })
}

async function endInTransaction(
  inTx: TxContext,
  end: {
    job: MerchantJob
    lease: string
    state: 'done' | 'failed'
    result: unknown
    error: unknown
    progress: JobProgress
  },
): Promise<void> {
  const { job, lease, state, result, error, progress } = end
  const { merchant, id, person } = job
  const leased = { merchant, id, lease }
  const now = inTx.now()
  const ended = await endLeasedJob(inTx.db, { ...leased, state, result, error, now, progress })
  if (!ended) throw new LostJob()
  if (ended.fileBytes === 0) await deleteFile(inTx.db, { merchant, id })
  await recordLiveChange(inTx.db, { merchant, kind: 'job', id, person })
}

/**
 * Requires that the merchant is active and that the person may still do this: both may have changed
 * since the job was started.
 *
 * @throws {AppError} `merchant_suspended`, `forbidden`.
 */
async function requireStillAllowed(ctx: Context, job: MerchantJob): Promise<void> {
  const { merchant, person, kind } = job
  await requireActive(ctx, merchant)
  const { right } = jobRules[kind]
  const role = await findRole(ctx.db, { merchant, person })
  if (role === null) throw new AppError('forbidden', 'The person who started it left the team.')
  if (!hasRight(role, right)) throw missingRight(role, right)
}

function interrupted(): AppError {
  return new AppError('failed', `The job was interrupted ${maxAttempts} times. Start it again.`)
}

/** Returns an error as a response would show it. */
function bodyOf(error: unknown): Record<string, unknown> {
  if (!(error instanceof AppError)) {
    return { error: 'failed', message: 'The job failed. Start it again.' }
  }
  return { error: error.code, message: error.message, ...error.fields }
}
