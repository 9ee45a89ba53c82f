import { SECOND_MS, type UnixMs, unixMs } from '../../lib/time.js'
import type { SpendPermission } from '../../platform/chain/permission-hash.js'

type Grid = Pick<SpendPermission, 'start' | 'end' | 'period'>

/** A period of a permission. It can be charged once. */
export type Period = { index: number; startAt: UnixMs; endAt: UnixMs }

/** Returns a period of a permission by its number. The last one ends with the permission. */
export function periodOf({ start, end, period }: Grid, index: number): Period {
  const startSeconds = start + index * period
  return {
    index,
    startAt: unixMs(startSeconds * SECOND_MS),
    endAt: unixMs(Math.min(startSeconds + period, end) * SECOND_MS),
  }
}

/** Returns the period at a time, or null before the permission starts and after it ends. */
export function findPeriod(grid: Grid, at: UnixMs): Period | null {
  const { start, end, period } = grid
  const seconds = Math.floor(at / SECOND_MS)
  if (seconds < start || seconds >= end) return null
  return periodOf(grid, Math.floor((seconds - start) / period))
}

/**
 * Returns when to charge next: at once, if the period at `now` is not charged yet, or else when the next period starts.
 * Returns null when no period is left. Missed periods are skipped.
 */
export function findNextCharge(
  grid: Grid,
  { now, chargedPeriod }: { now: UnixMs; chargedPeriod: number | null },
): UnixMs | null {
  const startAt = unixMs(grid.start * SECOND_MS)
  const current = now < startAt ? periodOf(grid, 0) : findPeriod(grid, now)
  if (!current) return null
  if (chargedPeriod === null || chargedPeriod < current.index) {
    return now < startAt ? startAt : now
  }
  const next = chargedPeriod + 1
  return grid.start + next * grid.period < grid.end ? periodOf(grid, next).startAt : null
}
