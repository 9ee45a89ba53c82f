import type { Author } from '../../../auth/caller.js'
import { AppError } from '../../../lib/errors.js'
import type { UnixMs } from '../../../lib/time.js'
import { type Context, inTransaction, type TxContext } from '../../../platform/context.js'
import { recordChange } from '../../audit/record-change.js'
import { dropPlanned } from '../charging/result/end-batch.js'
import { isExpired, timesOf } from '../periods.js'
import { recordSubscriptionEvent } from '../record-subscription-event.js'
import type { Subscription, SubscriptionRef } from '../subscription.js'
import { lockSubscription, updateSubscription } from '../subscription-store.js'
import { getSubscription, noSubscription } from './get-subscription.js'
import { nextStatus } from './subscription-status.js'

/**
 * Makes a change to a subscription, with its event. Returns it unchanged when the change was made
 * before. `onChange` runs last in the same transaction.
 *
 * @throws {AppError} `conflict` when the change is not possible in its status.
 */
export async function changeSubscription(
  ctx: Context,
  input: {
    ref: SubscriptionRef
    change: RequestedChange
    onChange?: (
      ctx: TxContext,
      change: { before: Subscription; after: Subscription },
    ) => Promise<void>
  },
): Promise<Subscription> {
  const { ref, change, onChange } = input
  return inTransaction(ctx, async (inTx) => {
    const before = await lockSubscription(inTx.db, ref)
    if (!before) throw noSubscription()
    const after = applyChange(before, { change, now: ctx.now() })
    if (after === before) return before

    await updateSubscription(inTx.db, after)
    await recordSubscriptionEvent(inTx, { kind: `subscription.${change}`, subscription: after })
    if (change !== 'resumed') await dropPlanned(inTx, after)
    // The charger attempts a resumed one, and closes the receipts of a canceled one.
    if (change !== 'paused') inTx.db.afterCommit(() => ctx.wakeups.wake('subscriptions'))
    await onChange?.(inTx, { before, after })
    return after
  })
}

/** The changes that a customer or a merchant makes. */
export type RequestedChange = 'paused' | 'resumed' | 'canceled'

/**
 * Returns a subscription after a change, or the same one when it was made before. Resuming charges
 * the current period unless it was charged before, and skips the periods of the pause.
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
  if (change === 'resumed') {
    const { pausedAt: pausedFrom } = before
    return { ...after, failedAttempts: 0, pausedAt: null, pausedFrom, pausedUntil: now }
  }
  if (change === 'paused') return { ...after, pausedAt: now }
  return { ...after, canceledAt: now, onChain: 'pending' }
}

function isDone({ status }: Subscription, change: RequestedChange): boolean {
  if (change === 'resumed') return status === 'active' || status === 'past_due'
  return status === change
}

/**
 * Pauses or resumes a subscription for its merchant. Repeating it changes nothing.
 *
 * @throws {AppError} `not_found`, `forbidden`, `conflict`.
 */
export async function pauseSubscription(
  ctx: Context,
  { by, id, change }: { by: Author; id: string; change: 'paused' | 'resumed' },
): Promise<Subscription> {
  const { merchant } = by
  const subscription = await getSubscription(ctx, id)
  if (subscription.merchant !== merchant) {
    throw new AppError(
      'forbidden',
      'This subscription belongs to another merchant. Use a key of that merchant.',
    )
  }
  return changeSubscription(ctx, {
    ref: { merchant, id },
    change,
    onChange: (inTx, { before, after }) =>
      recordChange(inTx, {
        by,
        action: `subscription.${change}`,
        target: id,
        before: { status: before.status },
        after: { status: after.status },
      }),
  })
}
