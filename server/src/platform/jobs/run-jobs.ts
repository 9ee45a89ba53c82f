import { setTimeout as sleep } from 'node:timers/promises'
import { redactText } from '../../lib/redact.js'
import type { UnixMs } from '../../lib/time.js'
import type { Context } from '../context.js'
import { StoreUnavailable } from '../db/store-unavailable.js'
import { routine } from '../log.js'
import { acquireJob, ensureJobs, listSchedules, releaseJob, renewJob } from './lease-store.js'
import { nextOnGrid } from './next-on-grid.js'
import { createPause } from './pause.js'
import type { WakeTopic } from './wakeups.js'

/** Work that comes round again. At any time at most one process runs a job. */
export type Job = {
  name: string
  everyMs: number
  /** How long nobody runs it when whoever did was killed; the runner's own where it is not said. */
  leaseMs?: number
  /** Wake-ups in this process that run it before it is due. */
  runsOn?: readonly WakeTopic[]
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
  /** The longest wait between two looks at the clock, and at a due job that another process has leased. */
  pollMs?: number
  /** How often schedules are read again although no job is due: another process may have changed one. */
  refreshMs?: number
  graceMs?: number
}

/** The least time between two runs by wake-ups: a job that fails, or is woken in vain, must not run all the time. */
const wokenEveryMs = 2_000

/** A job and its row as last read or written. Times that end a lease or a delay are monotonic. */
type Planned = {
  job: Job
  runAt: UnixMs | null
  leasedUntilMs: number
  /** After a failure or an early run, so that neither is repeated at once. */
  notBeforeMs: number
  isWoken: boolean
  isRunning: boolean
  /** Counts runs, so that `refresh` ignores a row it read before a run ended. */
  runs: number
}

/**
 * Runs each job when it is due and no other process has it. Any number of processes may do so. Schedules are kept in
 * memory: the database is asked when a job is due, and every now and then for what other processes have changed.
 */
export function createJobRunner(ctx: Context, options: JobRunnerOptions): JobRunner {
  const { leaseMs = 15_000, pollMs = 1_000, refreshMs = 10_000, graceMs = 10_000 } = options
  const owner = ctx.newId('run')
  const stopping = new AbortController()
  const pause = createPause()
  const plans = options.jobs.map(planOf)
  const running = new Set<Promise<void>>()
  const failing = new Set<string>()
  let stopListening: (() => void)[] = []
  let areEnsured = false
  let refreshedAtMs = Number.NEGATIVE_INFINITY
  let loop = Promise.resolve()

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        if (isRefreshDue()) await refresh()
        ctx.alerts.resolve('worker_failing', alertKey())
        if (stopping.signal.aborted) return
        for (const plan of plans) if (isDue(plan)) start(plan)
        await pause.wait(timeToNext())
      } catch (error) {
        forgetSchedules()
        noteFailure(error)
        await pause.wait(pollMs)
      }
    }
  }

  function isRefreshDue(): boolean {
    const isContended = plans.some((plan) => isWanted(plan) && isLeased(plan))
    return performance.now() - refreshedAtMs >= (isContended ? pollMs : refreshMs)
  }

  async function refresh(): Promise<void> {
    if (!areEnsured) await ensureJobs(ctx.db, { jobs: options.jobs, now: ctx.now() })
    const runsBefore = plans.map(({ runs }) => runs)
    refreshedAtMs = performance.now()
    const schedules = await listSchedules(ctx.db)
    const nowMs = performance.now()
    areEnsured = plans.every(({ job }) => schedules.has(job.name))
    for (const [index, plan] of plans.entries()) {
      const schedule = schedules.get(plan.job.name)
      if (!schedule || plan.isRunning || plan.runs !== runsBefore[index]) continue
      plan.runAt = schedule.runAt
      plan.leasedUntilMs = nowMs + schedule.leasedForMs
    }
  }

  /** Whether it should run now, be it here or in another process. */
  function isWanted({ isRunning, runAt, isWoken }: Planned): boolean {
    return !isRunning && runAt !== null && (isWoken || runAt <= ctx.now())
  }

  function isLeased({ leasedUntilMs }: Planned): boolean {
    return performance.now() < leasedUntilMs
  }

  function isDue(plan: Planned): boolean {
    return isWanted(plan) && !isLeased(plan) && performance.now() >= plan.notBeforeMs
  }

  function timeToNext(): number {
    const nowMs = performance.now()
    const waits = plans.flatMap((plan) => {
      if (plan.isRunning || plan.runAt === null) return []
      if (!isWanted(plan)) return plan.runAt - ctx.now()
      return Math.max(plan.leasedUntilMs, plan.notBeforeMs) - nowMs
    })
    return Math.max(1, Math.ceil(Math.min(pollMs, ...waits)))
  }

  function start(plan: Planned): void {
    plan.isRunning = true
    plan.runs += 1
    const run = tryToRun(plan).finally(() => {
      plan.isRunning = false
      running.delete(run)
      pause.wake()
    })
    running.add(run)
  }

  async function tryToRun(plan: Planned): Promise<void> {
    const { job, isWoken: isEarly } = plan
    try {
      const lease = { name: job.name, owner, leaseMs: leaseOf(job) }
      const dueAt = await acquireJob(ctx.db, { ...lease, now: ctx.now(), isEarly })
      if (dueAt === null) return forgetSchedules()
      plan.isWoken = false
      plan.runAt = await runOnce(job, dueAt)
      ctx.alerts.resolve('worker_failing', alertKey(job))
      if (isEarly) plan.notBeforeMs = performance.now() + wokenEveryMs
      if (plan.runAt === null) forgetSchedules()
    } catch (error) {
      plan.notBeforeMs = performance.now() + pollMs
      forgetSchedules()
      noteFailure(error, job)
    }
  }

  function forgetSchedules(): void {
    refreshedAtMs = Number.NEGATIVE_INFINITY
  }

  function noteFailure(error: unknown, job?: Job): void {
    // While the store is away the breaker has already said so.
    if (error instanceof StoreUnavailable) return
    const message = 'a job could not be scheduled'
    ctx.alerts.raise({ name: 'worker_failing', key: alertKey(job), message, err: error })
  }

  function leaseOf(job: Job): number {
    return Math.min(leaseMs, job.leaseMs ?? leaseMs)
  }

  /** Returns when it is due again, or `null` when another process decides that. */
  async function runOnce(job: Job, dueAt: UnixMs): Promise<UnixMs | null> {
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
    // An early run does not move the schedule.
    const nextRunAt = dueAt > now ? dueAt : nextOnGrid(dueAt, job.everyMs, now)
    const ended = { name: job.name, owner, now, nextRunAt, error: failure }
    return (await releaseJob(ctx.db, ended)) ? nextRunAt : null
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

  function listen(): (() => void)[] {
    const ends = [ctx.wakeups.listen('clock', pause.wake)]
    for (const plan of plans) {
      for (const topic of plan.job.runsOn ?? []) {
        const wake = () => {
          plan.isWoken = true
          pause.wake()
        }
        ends.push(ctx.wakeups.listen(topic, wake))
      }
    }
    return ends
  }

  return {
    start() {
      stopListening = listen()
      loop = work()
    },
    async stop() {
      stopping.abort()
      for (const end of stopListening) end()
      pause.wake()
      const ended = loop.then(() => Promise.all(running))
      await Promise.race([ended, sleep(graceMs, undefined, { ref: false })])
    },
  }
}

function planOf(job: Job): Planned {
  return {
    job,
    runAt: null,
    leasedUntilMs: 0,
    notBeforeMs: 0,
    isWoken: false,
    isRunning: false,
    runs: 0,
  }
}

function alertKey(job?: Job): string {
  return job ? `job ${job.name}` : 'jobs'
}
