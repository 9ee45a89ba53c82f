import { cancelPlanned } from '../../../platform/chain/outgoing/progress-store.js'
import type { TxContext } from '../../../platform/context.js'
import type { Subscription } from '../subscription.js'
import { loadAttempts } from './attempt.js'
import { listBatch, listUnderWay } from './charge-store.js'
import { abandonCharge } from './end-attempt.js'

/**
 * Drops the planned charges of a canceled subscription. A charge that shares its transaction with others, or whose
 * transaction is signed, stays under way. The caller holds the lock of the subscription.
 */
export async function dropPlanned(ctx: TxContext, subscription: Subscription): Promise<void> {
  for (const { transactionId, periodIndex } of await listUnderWay(ctx.db, subscription)) {
    if (transactionId === null) continue
    const batch = await listBatch(ctx.db, transactionId)
    if (batch.length > 1) continue
    const error = 'The subscription was canceled'
    if (!(await cancelPlanned(ctx.db, { id: transactionId, error }))) continue
    const [attempt] = await loadAttempts(ctx, [{ subscription, periodIndex }])
    if (attempt) await abandonCharge(ctx, attempt)
  }
}
