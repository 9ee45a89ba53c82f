import { DAY_MS, type UnixMs, unixMs } from '../../../../lib/time.js'
import {
  hasEnded,
  isChargeable,
  nextStatus,
  type SubscriptionStatus,
} from '../../lifecycle/subscription-status.js'
import { findPeriod, isExpired, isWhole, type Period, timesOf } from '../../periods.js'
import type { Subscription } from '../../subscription.js'
import type { FailureCode } from '../attempt/charge.js'

/** The days after the first failure of a period on which the charge is tried again. */
const retryDays = [1, 3, 5, 7]

/** A step that is due for a subscription. */
export type DueStep =
  | { kind: 'charge'; period: Period }
  /** The permission has ended. */
  | { kind: 'expire' }
  /** Nothing to charge in this period. */
  | { kind: 'wait' }

/** Decides what is due for a subscription now. Periods that were missed are skipped. */
export function decideDue(
  { permission, status, chargedPeriod }: Subscription,
  now: UnixMs,
): DueStep {
  if (hasEnded(status)) return { kind: 'wait' }
  if (isExpired(permission, now)) return { kind: 'expire' }
  if (!isChargeable(status)) return { kind: 'wait' }
  const period = findPeriod(permission, now)
  const isOpen =
    period !== null &&
    isWhole(permission, period.index) &&
    (chargedPeriod === null || chargedPeriod < period.index)
  return isOpen ? { kind: 'charge', period } : { kind: 'wait' }
}

/** Returns the subscription while a charge of a period is under way. */
export function afterSubmission(
  before: Subscription,
  { period, now }: { period: Period; now: UnixMs },
): Subscription {
  return {
    ...before,
    // A retry does not change it.
    nextChargeAt: before.status === 'active' ? period.startAt : before.nextChargeAt,
    dueAt: null,
    lastChargeStatus: 'pending',
    updatedAt: now,
  }
}

/** Returns the subscription after a charge of a period succeeded. */
export function afterSuccess(
  before: Subscription,
  { period, now }: { period: Period; now: UnixMs },
): Subscription {
  const status = nextStatus(before.status, 'charged') ?? before.status
  const chargedPeriod = Math.max(before.chargedPeriod ?? 0, period.index)
  return {
    ...before,
    status,
    chargedPeriod,
    lastChargeAt: now,
    lastChargeStatus: 'succeeded',
    failedAttempts: 0,
    updatedAt: now,
    ...timesOf({ ...before, status, chargedPeriod }, now),
  }
}

/** Returns the subscription after a reorganization removed a charge, which is pending again. */
export function afterReversal(
  before: Subscription,
  { period, now }: { period: Period; now: UnixMs },
): Subscription {
  const isLast = before.chargedPeriod === period.index
  const earlier = period.index === 0 ? null : period.index - 1
  return {
    ...before,
    chargedPeriod: isLast ? earlier : before.chargedPeriod,
    lastChargeStatus: isLast ? 'pending' : before.lastChargeStatus,
    updatedAt: now,
  }
}

/**
 * Returns the subscription after a charge of a period failed, with the time of the retry. When the
 * period has ended, the failure changes no status, and the current period is due.
 */
export function afterFailure(
  before: Subscription,
  input: {
    period: Period
    code: FailureCode
    firstFailedAt: UnixMs
    graceDays: number
    now: UnixMs
  },
): Subscription {
  const { period, code, now } = input
  const counted: Subscription = {
    ...before,
    lastChargeAt: now,
    lastChargeStatus: 'failed',
    failedAttempts: before.failedAttempts + 1,
    updatedAt: now,
  }
  if (code === 'revoked' || code === 'expired') return afterEnd(counted, { change: code, now })
  if (!isChargeable(before.status) || now >= period.endAt) {
    return { ...counted, ...timesOf(counted, now) }
  }

  const retryAt = findRetry(input)
  const status = statusAfter(before.status, { isLast: retryAt === null })
  const times = timesOf({ ...counted, chargedPeriod: period.index }, now)
  return { ...counted, status, ...times, dueAt: retryAt ?? times.dueAt }
}

/** Returns the subscription after its permission was revoked or ended. */
export function afterEnd(
  before: Subscription,
  { change, now }: { change: 'revoked' | 'expired'; now: UnixMs },
): Subscription {
  const status = nextStatus(before.status, change) ?? before.status
  return { ...before, status, nextChargeAt: null, dueAt: null, updatedAt: now }
}

/** Returns the time of the next retry inside the period and the days of grace, or null. */
export function findRetry(input: {
  period: Period
  firstFailedAt: UnixMs
  graceDays: number
  now: UnixMs
}): UnixMs | null {
  const { period, firstFailedAt, graceDays, now } = input
  const times = retryDays
    .filter((day) => day <= graceDays)
    .map((day) => unixMs(firstFailedAt + day * DAY_MS))
  return times.find((at) => at > now && at < period.endAt) ?? null
}

function statusAfter(status: SubscriptionStatus, { isLast }: { isLast: boolean }) {
  const change = isLast ? 'retries_ended' : 'charge_failed'
  return nextStatus(status, change) ?? status
}
