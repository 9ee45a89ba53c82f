import { AppError } from '../../../lib/errors.js'
import type { UnixMs } from '../../../lib/time.js'
import { isExpired } from '../periods.js'
import type { Subscription } from '../subscription.js'
import { timesOf } from '../times-of.js'
import { nextStatus } from './subscription-status.js'

/** The changes that a customer or a merchant makes. */
export type RequestedChange = 'paused' | 'resumed' | 'canceled'

/**
 * Returns a subscription after a change, or the same one when it was made before. Resuming charges the current period
 * unless it was charged before, and skips the periods of the pause.
 *
 * @throws {AppError} `conflict`.
 */
export function applyChange(
  before: Subscription,
  { change, now }: { change: RequestedChange; now: UnixMs },
): Subscription {
  if (isDone(before, change)) return before
  const status = nextStatus(before.status, change)
  if (!status) {
    const fix = change === 'canceled' ? '' : ' The customer must subscribe again.'
    throw new AppError(
      'conflict',
      `The subscription is ${before.status} for good and cannot be ${change}.${fix}`,
    )
  }
  if (change === 'resumed' && isExpired(before.permission, now)) {
    throw new AppError('conflict', 'The permission has ended. The customer must subscribe again.')
  }
  const changed = { ...before, status, updatedAt: now }
  const after = { ...changed, ...timesOf(changed, now) }
  if (change === 'resumed') return { ...after, failedAttempts: 0, pausedAt: null }
  if (change === 'paused') return { ...after, pausedAt: now }
  return { ...after, canceledAt: now, onChain: 'pending' }
}

function isDone({ status }: Subscription, change: RequestedChange): boolean {
  if (change === 'resumed') return status === 'active' || status === 'past_due'
  return status === change
}
