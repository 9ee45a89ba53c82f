import { type UnixMs, unixMs } from '../../lib/time.js'

/** The row of a job as last read or written. Times ending in `Ms` are monotonic. */
export type JobSchedule = {
  /** `null` before the row was read. */
  runAt: UnixMs | null
  leasedUntilMs: number
  /** Delays the next run after a failure or an early run. */
  notBeforeMs: number
  isWoken: boolean
  isRunning: boolean
  /** Counts runs, so that a refresh ignores a row it read before a run ended. */
  runs: number
}

type Clocks = { now: UnixMs; nowMs: number }

export function createJobSchedule(): JobSchedule {
  return {
    runAt: null,
    leasedUntilMs: 0,
    notBeforeMs: 0,
    isWoken: false,
    isRunning: false,
    runs: 0,
  }
}

/** Returns whether the job should run now, here or in another process. */
export function isWanted({ isRunning, runAt, isWoken }: JobSchedule, now: UnixMs): boolean {
  return !isRunning && runAt !== null && (isWoken || runAt <= now)
}

export function isLeased({ leasedUntilMs }: JobSchedule, nowMs: number): boolean {
  return nowMs < leasedUntilMs
}

/** Returns whether this process should try to run the job now. */
export function isDue(schedule: JobSchedule, { now, nowMs }: Clocks): boolean {
  return isWanted(schedule, now) && !isLeased(schedule, nowMs) && nowMs >= schedule.notBeforeMs
}

/** Returns how long to wait until a job may be due, at most `maxMs`. */
export function waitForNextJob(
  schedules: readonly JobSchedule[],
  { now, nowMs, maxMs }: Clocks & { maxMs: number },
): number {
  const waits = schedules.flatMap((schedule) => {
    if (schedule.isRunning || schedule.runAt === null) return []
    if (!isWanted(schedule, now)) return schedule.runAt - now
    return Math.max(schedule.leasedUntilMs, schedule.notBeforeMs) - nowMs
  })
  return Math.max(1, Math.ceil(Math.min(maxMs, ...waits)))
}

/** Returns the next run time after `now` in steps of `everyMs`. Missed runs are skipped. */
export function nextRunAt(dueAt: UnixMs, everyMs: number, now: UnixMs): UnixMs {
  const missed = Math.max(0, Math.floor((now - dueAt) / everyMs))
  return unixMs(dueAt + (missed + 1) * everyMs)
}
