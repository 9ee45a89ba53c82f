import { setTimeout as sleep } from 'node:timers/promises'
import { redactText } from '../../lib/redact.js'
import { type UnixMs, unixMs } from '../../lib/time.js'
import type { Context } from '../context.js'
import { StoreUnavailable } from '../db/store-unavailable.js'
import { routine } from '../log.js'
import {
  createJobSchedule,
  isDue,
  isLeased,
  isWanted,
  type JobSchedule,
  nextRunAt,
  waitForNextJob,
} from './job-schedule.js'
import {
  acquireJob,
  capSchedules,
  ensureJobs,
  listSchedules,
  releaseJob,
  renewJob,
} from './lease-store.js'
import { createPause } from './pause.js'
import type { WakeTopic } from './wakeups.js'

/** Recurring work. At most one process runs a job at a time. */
export type Job = {
  name: string
  everyMs: number
  /** How long the job stays leased after its process dies. Default and maximum: the runner's. */
  leaseMs?: number
  /** Wake-ups in this process that run it before it is due. */
  runsOn?: readonly WakeTopic[]
  /**
   * Runs once and returns figures for the log. Must finish soon after the signal, which reports a
   * lost lease or a stopping process.
   */
  run(ctx: Context, signal: AbortSignal): Promise<Record<string, unknown>>
}

export type JobRunner = { start(): void; stop(): Promise<void> }

export type JobRunnerOptions = {
  jobs: readonly Job[]
  leaseMs?: number
  /** Longest wait between reads of the clock, and between checks of a job leased elsewhere. */
  pollMs?: number
  /** How often schedules are reloaded while no job is due: other processes may change them. */
  refreshMs?: number
  graceMs?: number
}

/** Shortest time between two runs by wake-up, so that needless wake-ups cost little. */
const minEarlyRunMs = 2_000

type ScheduledJob = JobSchedule & { job: Job }

/**
 * Runs each job when it is due, under a lease. Any number of processes may run the same jobs.
 * Schedules are kept in memory: the database is queried only when a job is due, and every
 * `refreshMs` for changes by other processes.
 */
export function createJobRunner(ctx: Context, options: JobRunnerOptions): JobRunner {
  const { leaseMs = 15_000, pollMs = 1_000, refreshMs = 10_000, graceMs = 10_000 } = options
  const owner = ctx.newId('run')
  const stopping = new AbortController()
  const pause = createPause()
  const schedules: ScheduledJob[] = options.jobs.map((job) => ({ job, ...createJobSchedule() }))
  const running = new Set<Promise<void>>()
  const failing = new Set<string>()
  let stopListening: (() => void)[] = []
  let areEnsured = false
  let refreshedAtMs = Number.NEGATIVE_INFINITY
  let loop = Promise.resolve()

  const clocks = () => ({ now: ctx.now(), nowMs: performance.now() })

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        if (isRefreshDue()) await refresh()
        ctx.alerts.resolve('worker_failing', alertKey())
        if (stopping.signal.aborted) return
        for (const schedule of schedules) if (isDue(schedule, clocks())) start(schedule)
        await pause.wait(waitForNextJob(schedules, { ...clocks(), maxMs: pollMs }))
      } catch (error) {
        refreshNext()
        raiseFailure(error)
        await pause.wait(pollMs)
      }
    }
  }

  function isRefreshDue(): boolean {
    const { now, nowMs } = clocks()
    const isContended = schedules.some(
      (schedule) => isWanted(schedule, now) && isLeased(schedule, nowMs),
    )
    return nowMs - refreshedAtMs >= (isContended ? pollMs : refreshMs)
  }

  async function refresh(): Promise<void> {
    if (!areEnsured) await ensureJobs(ctx.db, { jobs: options.jobs, now: ctx.now() })
    const runsBefore = schedules.map(({ runs }) => runs)
    refreshedAtMs = performance.now()
    await capSchedules(ctx.db, ctx.now())
    const rows = await listSchedules(ctx.db)
    const nowMs = performance.now()
    areEnsured = schedules.every(({ job }) => rows.has(job.name))
    for (const [index, schedule] of schedules.entries()) {
      const row = rows.get(schedule.job.name)
      if (!row || schedule.isRunning || schedule.runs !== runsBefore[index]) continue
      schedule.runAt = row.runAt
      schedule.leasedUntilMs = nowMs + row.leasedForMs
    }
  }

  function start(schedule: ScheduledJob): void {
    schedule.isRunning = true
    schedule.runs += 1
    const run = tryToRun(schedule).finally(() => {
      schedule.isRunning = false
      running.delete(run)
      pause.wake()
    })
    running.add(run)
  }

  async function tryToRun(schedule: ScheduledJob): Promise<void> {
    const { job, isWoken: isEarly } = schedule
    try {
      const lease = { name: job.name, owner, leaseMs: leaseOf(job) }
      const dueAt = await acquireJob(ctx.db, { ...lease, now: ctx.now(), isEarly })
      if (dueAt === null) return refreshNext()
      schedule.isWoken = false
      schedule.runAt = await runOnce(job, dueAt)
      ctx.alerts.resolve('worker_failing', alertKey(job))
      if (isEarly) schedule.notBeforeMs = performance.now() + minEarlyRunMs
      if (schedule.runAt === null) refreshNext()
    } catch (error) {
      schedule.notBeforeMs = performance.now() + pollMs
      refreshNext()
      raiseFailure(error, job)
    }
  }

  function refreshNext(): void {
    refreshedAtMs = Number.NEGATIVE_INFINITY
  }

  function raiseFailure(error: unknown, job?: Job): void {
    // The circuit breaker already logs an unavailable database.
    if (error instanceof StoreUnavailable) return
    const message = 'a job could not be scheduled'
    ctx.alerts.raise({ name: 'worker_failing', key: alertKey(job), message, err: error })
  }

  function leaseOf(job: Job): number {
    return Math.min(leaseMs, job.leaseMs ?? leaseMs)
  }

  /** Returns when the job is due again, or `null` when the lease was lost. */
  async function runOnce(job: Job, dueAt: UnixMs): Promise<UnixMs | null> {
    const log = ctx.rootLog.child({ correlationId: ctx.newId('run') })
    const startedAt = performance.now()
    const leaseLost = new AbortController()
    let renewedAt = startedAt
    const renewal = setInterval(async () => {
      const isOurs = await renew(job)
      if (isOurs) renewedAt = performance.now()
      // Without a response the lease is ours until it expires.
      if (isOurs === false || performance.now() - renewedAt > leaseOf(job)) leaseLost.abort()
    }, leaseOf(job) / 3)
    let failure: string | null = null

    try {
      const signal = AbortSignal.any([stopping.signal, leaseLost.signal])
      const figures = await job.run({ ...ctx, log }, signal)
      failing.delete(job.name)
      // Some jobs run every few seconds and mostly find nothing to do.
      const didWork = Object.values(figures).some(Boolean)
      log[didWork ? 'info' : 'debug']({ job: job.name, ...figures, ...routine }, 'job ran')
    } catch (error) {
      failure = redactText(error instanceof Error ? error.message : String(error))
      log.warn({ err: error, job: job.name, ...(failing.has(job.name) && routine) }, 'job failed')
      failing.add(job.name)
    } finally {
      clearInterval(renewal)
    }

    ctx.metrics.jobRuns.inc({ job: job.name, outcome: failure === null ? 'done' : 'failed' })
    const durationMs = Math.round(performance.now() - startedAt)
    ctx.metrics.jobSeconds.observe({ job: job.name }, durationMs / 1_000)
    const now = ctx.now()
    // An early run does not move the schedule, unless the clock was ahead.
    const isEarly = dueAt > now && dueAt <= now + job.everyMs
    const runAt = isEarly ? dueAt : nextRunAt(unixMs(Math.min(dueAt, now)), job.everyMs, now)
    const ended = { name: job.name, owner, now, nextRunAt: runAt, durationMs, error: failure }
    return (await releaseJob(ctx.db, ended)) ? runAt : null
  }

  /** Returns whether the lease is still ours, or `null` when the database did not respond. */
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
    for (const schedule of schedules) {
      for (const topic of schedule.job.runsOn ?? []) {
        const wake = () => {
          schedule.isWoken = true
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

function alertKey(job?: Job): string {
  return job ? `job ${job.name}` : 'jobs'
}
