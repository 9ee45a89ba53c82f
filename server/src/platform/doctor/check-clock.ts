import { type Finding, good, problem, warning } from './finding.js'

const warnAboveMs = 2_000
const failAboveMs = 30_000

/**
 * Compares clocks. `differenceMs` is how far another clock is ahead of this machine, or behind when
 * negative.
 */
export function describeClock(differenceMs: number, other: string): Finding {
  const apart = Math.abs(differenceMs)
  if (apart <= warnAboveMs) return good(`The clock agrees with that of ${other}.`)
  const direction = differenceMs > 0 ? 'behind' : 'ahead of'
  const message = `The clock of this machine is ${formatDuration(apart)} ${direction} that of ${other}.`
  const fix = 'Synchronize the clocks of both machines, for example with chrony.'
  return apart > failAboveMs ? problem(message, fix) : warning(message, fix)
}

export function formatDuration(ms: number): string {
  const seconds = Math.round(ms / 1_000)
  if (seconds < 120) return `${seconds} seconds`
  const minutes = Math.round(seconds / 60)
  return minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`
}
