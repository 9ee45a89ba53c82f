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

/** Returns whether a period is charged. The last one is not when the permission ends before it. */
export function isWhole({ end, start, period }: Grid, index: number): boolean {
  return start + (index + 1) * period <= end
}

/** Returns whether a permission has ended. */
export function isExpired({ end }: Pick<Grid, 'end'>, at: UnixMs): boolean {
  return at >= end * SECOND_MS
}

/** Returns when a permission ends, or null when the end is too late to represent. */
export function findEnd({ end }: Pick<Grid, 'end'>): UnixMs | null {
  const endMs = end * SECOND_MS
  return Number.isSafeInteger(endMs) ? unixMs(endMs) : null
}
