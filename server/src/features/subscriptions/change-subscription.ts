import { AppError } from '../../lib/errors.js'
import type { UnixMs } from '../../lib/time.js'
import type { Context, TxContext } from '../../platform/context.js'
import { findNextCharge } from './periods.js'
import { recordSubscriptionEvent } from './record-subscription-event.js'
import type { Subscription, SubscriptionRef } from './subscription.js'
import { nextStatus } from './subscription-status.js'
import { findSubscription, lockSubscription, updateSubscription } from './subscription-store.js'

/** The changes that a customer or a merchant makes. */
export type RequestedChange = 'paused' | 'resumed' | 'canceled'

/**
 * Makes a change to a subscription, with its event. Returns it unchanged when the change was made before. `onChange` runs
 * last in the same transaction.
 *
 * @throws {AppError} `conflict` when the change is not possible in its status.
 */
export async function changeSubscription(
  ctx: Context,
  {
    ref,
    change,
    onChange,
  }: {
    ref: SubscriptionRef
    change: RequestedChange
    onChange?: (
      ctx: TxContext,
      change: { before: Subscription; after: Subscription },
    ) => Promise<void>
  },
): Promise<Subscription> {
  return ctx.db.transaction(async (tx) => {
    const inTx = { ...ctx, db: tx }
    const before = await lockSubscription(tx, ref)
    if (!before) throw noSubscription()
    const after = applyChange(before, { change, now: ctx.now() })
    if (after === before) return before

    await updateSubscription(tx, after)
    await recordSubscriptionEvent(inTx, { kind: `subscription.${change}`, subscription: after })
    if (change === 'resumed') tx.afterCommit(() => ctx.wakeups.wake('subscriptions'))
    await onChange?.(inTx, { before, after })
    return after
  })
}

/**
 * Returns the subscription of any merchant with this id.
 *
 * @throws {AppError} `not_found`.
 */
export async function getSubscription(
  ctx: Pick<TxContext, 'db'>,
  id: string,
): Promise<Subscription> {
  const subscription = await findSubscription(ctx.db, id)
  if (!subscription) throw noSubscription()
  return subscription
}

/**
 * Returns a subscription after a change, or the same one when it was made before.
 *
 * @throws {AppError} `conflict`.
 */
function applyChange(
  before: Subscription,
  { change, now }: { change: RequestedChange; now: UnixMs },
): Subscription {
  if (isDone(before, change)) return before
  const status = nextStatus(before.status, change)
  if (!status) {
    throw new AppError('conflict', `The subscription is ${before.status} and cannot be ${change}.`)
  }
  const changed = { ...before, status, updatedAt: now }
  if (change === 'resumed') return resume(changed, now)
  const stopped = { ...changed, nextChargeAt: null, dueAt: null }
  return change === 'canceled' ? { ...stopped, canceledAt: now } : stopped
}

function isDone({ status }: Subscription, change: RequestedChange): boolean {
  if (change === 'resumed') return status === 'active' || status === 'past_due'
  return status === change
}

/** Charges the current period unless it was charged before. The periods of the pause are skipped. */
function resume(changed: Subscription, now: UnixMs): Subscription {
  const { permission, chargedPeriod } = changed
  const nextChargeAt = findNextCharge(permission, { now, chargedPeriod })
  if (nextChargeAt === null) {
    throw new AppError('conflict', 'The permission has ended. The customer must subscribe again.')
  }
  return { ...changed, nextChargeAt, dueAt: nextChargeAt, failedAttempts: 0 }
}

function noSubscription(): AppError {
  return new AppError('not_found', 'No subscription with this id exists.')
}
