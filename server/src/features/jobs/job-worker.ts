import { type Context, inTransaction } from '../../platform/context.js'
import { StoreUnavailable } from '../../platform/db/store-unavailable.js'
import { createPause } from '../../platform/jobs/pause.js'
import { recordLiveChange } from '../../platform/live-changes/record-live-change.js'
import type { MerchantJob } from './job.js'
import type { JobRunner } from './job-runner.js'
import { type JobPoint, runJob } from './run-job.js'
import { claimJob } from './run-store.js'

export type JobWorkerOptions = {
  runners: readonly JobRunner[]
  /** The poll interval when idle. Jobs of this process, and the work poll, wake it. */
  pollMs?: number
  /** How long a killed process keeps a job. */
  leaseMs?: number
  tickMs?: number
  hook?: (point: JobPoint) => void
}

export type JobWorker = { start(): void; stop(): Promise<void> }
/** Imports take memory and CPU time. */
const maxRunning = 2
const failedPauseMs = 1_000
const busyPollMs = 1_000

/** Runs the jobs that people started. Several processes may run one. */
export function createJobWorker(ctx: Context, options: JobWorkerOptions): JobWorker {
  const { runners, pollMs = 2_000, leaseMs = 15_000, tickMs, hook } = options
  // A newer process may have started jobs of other kinds.
  const kinds = runners.map(({ kind }) => kind)
  const stopping = new AbortController()
  const pause = createPause()
  const running = new Set<Promise<void>>()
  let loop = Promise.resolve()
  let stopListening = () => {}

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        const hasStarted = running.size < maxRunning && (await claimNext())
        ctx.alerts.resolve('worker_failing', worker)
        if (!hasStarted) await pause.wait(running.size > 0 ? Math.min(pollMs, busyPollMs) : pollMs)
      } catch (error) {
        raiseFailure(error)
        await pause.wait(failedPauseMs)
      }
    }
  }

  async function claimNext(): Promise<boolean> {
    const lease = ctx.newId('run')
    const job = await claim(lease)
    const runner = runners.find(({ kind }) => kind === job?.kind)
    if (!job || !runner) return false
    hook?.('claimed')
    const log = ctx.rootLog.child({ correlationId: job.correlationId })
    const input = { job, lease, leaseMs, runner, stopping: stopping.signal }
    const run = runJob(
      { ...ctx, log },
      { ...input, ...(tickMs && { tickMs }), ...(hook && { hook }) },
    )
      .catch(raiseFailure)
      .finally(() => {
        running.delete(run)
        pause.wake()
      })
    running.add(run)
    return true
  }

  function claim(lease: string): Promise<MerchantJob | null> {
    const now = ctx.now()
    return inTransaction(ctx, async ({ db }) => {
      const job = await claimJob(db, { kinds, lease, leaseMs, now })
      // Further runs of a job show as their progress.
      if (job?.startedAt === now) {
        const { merchant, id, person } = job
        await recordLiveChange(db, { merchant, kind: 'job', id, person })
      }
      return job
    })
  }

  function raiseFailure(error: unknown): void {
    // The circuit breaker already logs an unavailable database.
    if (error instanceof StoreUnavailable) return
    const message = 'a job of a merchant could not be run'
    ctx.alerts.raise({ name: 'worker_failing', key: worker, message, err: error })
  }

  return {
    start() {
      stopListening = ctx.wakeups.listen('started-jobs', pause.wake)
      loop = work()
    },
    async stop() {
      stopping.abort()
      stopListening()
      pause.wake()
      await loop
      await Promise.all(running)
    },
  }
}

const worker = 'merchant-jobs'
