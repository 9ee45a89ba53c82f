import { setTimeout as sleep } from 'node:timers/promises'
import { redactText } from '../../lib/redact.js'
import type { UnixMs } from '../../lib/time.js'
import type { Context } from '../context.js'
import { StoreUnavailable } from '../db/store-unavailable.js'
import { routine } from '../log.js'
import { acquireJob, ensureJob, findJobRunAt, releaseJob, renewJob } from './lease-store.js'
import { nextOnGrid } from './next-on-grid.js'
import { createPause } from './pause.js'

/** Work that comes round again. At any time at most one process runs a job. */
export type Job = {
  name: string
  everyMs: number
  /** How long nobody runs it when whoever did was killed; the runner's own where it is not said. */
  leaseMs?: number
  /**
   * Does one round and returns figures for the log. The signal says that the lease was lost or the
   * process is stopping: finish or leave off soon.
   */
  run(ctx: Context, signal: AbortSignal): Promise<Record<string, unknown>>
}

export type JobRunner = { start(): void; stop(): Promise<void> }

export type JobRunnerOptions = {
  jobs: readonly Job[]
  leaseMs?: number
  /** The longest wait between two looks at a job's row. */
  pollMs?: number
  graceMs?: number
}

/** Runs each job when it is due and nobody else has it. Any number of processes may do so. */
export function createJobRunner(ctx: Context, options: JobRunnerOptions): JobRunner {
  const { jobs, leaseMs = 15_000, pollMs = 1_000, graceMs = 10_000 } = options
  const owner = ctx.newId('run')
  const stopping = new AbortController()
  const pauses = jobs.map(() => createPause())
  const failing = new Set<string>()
  let loops: Promise<void>[] = []

  async function keepRunning(job: Job, pause: ReturnType<typeof createPause>): Promise<void> {
    let isKnown = false
    while (!stopping.signal.aborted) {
      try {
        if (!isKnown) await ensureJob(ctx.db, { ...job, now: ctx.now() })
        isKnown = true
        const lease = { name: job.name, owner, leaseMs: leaseOf(job) }
        const dueAt = await acquireJob(ctx.db, { ...lease, now: ctx.now() })
        ctx.alerts.resolve('worker_failing', `job ${job.name}`)
        if (dueAt === null) await pause.wait(await timeToNext(job))
        else await runOnce(job, dueAt)
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) {
          const message = 'a job could not be scheduled'
          ctx.alerts.raise({ name: 'worker_failing', key: `job ${job.name}`, message, err: error })
        }
        await pause.wait(pollMs)
      }
    }
  }

  function leaseOf(job: Job): number {
    return Math.min(leaseMs, job.leaseMs ?? leaseMs)
  }

  async function timeToNext(job: Job): Promise<number> {
    const runAt = await findJobRunAt(ctx.db, job.name)
    const waitMs = runAt === null ? pollMs : runAt - ctx.now()
    // Due but held by somebody else: look again soon, in case that process has died.
    return waitMs <= 0 ? pollMs : Math.min(waitMs, pollMs)
  }

  async function runOnce(job: Job, dueAt: UnixMs): Promise<void> {
    const log = ctx.rootLog.child({ correlationId: ctx.newId('run') })
    const startedAt = performance.now()
    const lost = new AbortController()
    let renewedAt = startedAt
    const renewal = setInterval(async () => {
      const isOurs = await renew(job)
      if (isOurs) renewedAt = performance.now()
      // Without an answer the lease holds until its time is up, and not a moment longer.
      if (isOurs === false || performance.now() - renewedAt > leaseOf(job)) lost.abort()
    }, leaseOf(job) / 3)
    let failure: string | null = null

    try {
      const signal = AbortSignal.any([stopping.signal, lost.signal])
      const figures = await job.run({ ...ctx, log }, signal)
      failing.delete(job.name)
      // Some run every few seconds, and mostly find nothing to do.
      const hasDone = Object.values(figures).some(Boolean)
      log[hasDone ? 'info' : 'debug']({ job: job.name, ...figures, ...routine }, 'job ran')
    } catch (error) {
      failure = redactText(error instanceof Error ? error.message : String(error))
      log.warn({ err: error, job: job.name, ...(failing.has(job.name) && routine) }, 'job failed')
      failing.add(job.name)
    } finally {
      clearInterval(renewal)
    }

    ctx.metrics.jobRuns.inc({ job: job.name, outcome: failure === null ? 'done' : 'failed' })
    ctx.metrics.jobSeconds.observe({ job: job.name }, (performance.now() - startedAt) / 1_000)
    const now = ctx.now()
    const nextRunAt = nextOnGrid(dueAt, job.everyMs, now)
    await releaseJob(ctx.db, { name: job.name, owner, now, nextRunAt, error: failure })
  }

  /** Whether the job is still ours; `null` when the store did not say. */
  async function renew(job: Job): Promise<boolean | null> {
    try {
      return await renewJob(ctx.db, { name: job.name, owner, leaseMs: leaseOf(job) })
    } catch (error) {
      ctx.log.warn({ err: error, job: job.name }, 'job lease could not be renewed')
      return null
    }
  }

  return {
    start() {
      loops = jobs.map((job, index) => keepRunning(job, pauses[index] ?? createPause()))
    },
    async stop() {
      stopping.abort()
      for (const pause of pauses) pause.wake()
      await Promise.race([Promise.all(loops), sleep(graceMs, undefined, { ref: false })])
    },
  }
}
