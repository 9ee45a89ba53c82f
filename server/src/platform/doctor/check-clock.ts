import { type Finding, good, problem, warning } from './finding.js'

const warnAboveMs = 2_000
const failAboveMs = 30_000

/** Compares clocks. `differenceMs` is how far another clock is ahead; negative when behind. */
export function describeClock(differenceMs: number, other: string): Finding {
  const gapMs = Math.abs(differenceMs)
  if (gapMs <= warnAboveMs) return good(`The clock agrees with that of ${other}.`)
  const direction = differenceMs > 0 ? 'behind' : 'ahead of'
  const message = `The clock of this machine is ${formatDuration(gapMs)} ${direction} that of ${other}.`
  const fix = 'Synchronize the clocks of both machines, for example with chrony.'
  return gapMs > failAboveMs ? problem(message, fix) : warning(message, fix)
}

export function formatDuration(ms: number): string {
  const seconds = Math.round(ms / 1_000)
  if (seconds < 120) return `${seconds} seconds`
  const minutes = Math.round(seconds / 60)
  return minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`
}
