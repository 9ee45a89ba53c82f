import { type UnixMs, unixMs } from '../../lib/time.js'

/** The first time after `now` on the job's own grid: rounds that were missed are not made up for. */
export function nextOnGrid(dueAt: UnixMs, everyMs: number, now: UnixMs): UnixMs {
  const missed = Math.max(0, Math.floor((now - dueAt) / everyMs))
  return unixMs(dueAt + (missed + 1) * everyMs)
}
