import { SECOND_MS, type UnixMs, unixMs } from '../../lib/time.js'
import type { SpendPermission } from '../../platform/chain/permission-hash.js'
import { hasEnded, isChargeable } from './lifecycle/subscription-status.js'
import type { Subscription } from './subscription.js'

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

type Times = Pick<Subscription, 'nextChargeAt' | 'dueAt'>

/** Returns when the next period is charged, and when the charger handles the subscription next. */
export function timesOf(subscription: Subscription, now: UnixMs): Times {
  const { permission, status, chargedPeriod } = subscription
  if (hasEnded(status)) return { nextChargeAt: null, dueAt: null }
  const { start, period: length } = permission
  const seconds = Math.floor(now / SECOND_MS)
  const current = Math.max(0, Math.floor((seconds - start) / length))
  const index = Math.max(current, chargedPeriod === null ? 0 : chargedPeriod + 1)
  const isLeft = isWhole(permission, index)
  // The charger ends the subscription with its permission.
  if (!isChargeable(status) || !isLeft) return { nextChargeAt: null, dueAt: findEnd(permission) }
  const { startAt } = periodOf(permission, index)
  return { nextChargeAt: startAt, dueAt: startAt > now ? startAt : now }
}
