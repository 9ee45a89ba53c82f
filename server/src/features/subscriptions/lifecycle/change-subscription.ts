import type { Context, TxContext } from '../../../platform/context.js'
import { dropPlanned } from '../charging/batch/drop-planned.js'
import { recordSubscriptionEvent } from '../record-subscription-event.js'
import type { Subscription, SubscriptionRef } from '../subscription.js'
import { lockSubscription, updateSubscription } from '../subscription-store.js'
import { applyChange, type RequestedChange } from './apply-change.js'
import { noSubscription } from './get-subscription.js'

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
    if (change !== 'resumed') await dropPlanned(inTx, after)
    // The charger attempts a resumed one, and closes the receipts of a canceled one.
    if (change !== 'paused') tx.afterCommit(() => ctx.wakeups.wake('subscriptions'))
    await onChange?.(inTx, { before, after })
    return after
  })
}
