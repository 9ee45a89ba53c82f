import { cancelPlanned } from '../../../../platform/chain/outgoing/stores/progress-store.js'
import type { TxContext } from '../../../../platform/context.js'
import type { Subscription } from '../../subscription.js'
import { listUnderWay } from '../attempt/charge-store.js'
import { abandonCharge } from '../result/end-attempt.js'
import { lockBatch, reopenCharge } from '../result/end-batch.js'

/**
 * Drops the planned charges of a subscription that was paused or canceled, unless their transaction is signed. Charges of
 * others in the same transaction are due again at once. The caller holds the lock of the subscription.
 */
export async function dropPlanned(ctx: TxContext, subscription: Subscription): Promise<void> {
  const { merchant, id, status } = subscription
  for (const { transactionId } of await listUnderWay(ctx.db, subscription)) {
    if (transactionId === null) continue
    const error = `A subscription of the batch was ${status}`
    if (!(await cancelPlanned(ctx.db, { id: transactionId, error }))) continue
    for (const attempt of await lockBatch(ctx, transactionId)) {
      const { charge } = attempt
      const isOwn = charge.merchant === merchant && charge.subscriptionId === id
      if (isOwn && status === 'canceled') await abandonCharge(ctx, attempt)
      else await reopenCharge(ctx, { attempt, maxBatch: charge.maxBatch })
    }
    ctx.db.afterCommit(() => ctx.wakeups.wake('subscriptions'))
  }
}
