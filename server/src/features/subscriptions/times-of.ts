import { SECOND_MS, type UnixMs } from '../../lib/time.js'
import { hasEnded, isChargeable } from './lifecycle/subscription-status.js'
import { findEnd, isWhole, periodOf } from './periods.js'
import type { Subscription } from './subscription.js'

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
