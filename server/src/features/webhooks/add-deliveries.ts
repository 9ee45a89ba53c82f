import type { TxContext } from '../../platform/context.js'
import { takeDeliveryNumbers } from '../events/take-delivery-numbers.js'
import type { QueuedDelivery } from './delivery-queue.js'
import { insertDeliveries } from './delivery-store.js'
import { ensureQueues } from './queue-store.js'

/** Adds deliveries in order, each at the end of its queue. Deliveries that are not pending are never sent. */
export async function addDeliveries(
  ctx: Pick<TxContext, 'db'>,
  queued: readonly QueuedDelivery[],
): Promise<void> {
  if (queued.length === 0) return
  const merchants = queued.map(({ delivery }) => delivery.merchant)
  const numbers = await takeDeliveryNumbers(ctx, merchants)
  await insertDeliveries(ctx.db, { queued, numbers })
  const pending = queued.filter(({ delivery }) => delivery.status === 'pending')
  if (pending.length === 0) return
  await ensureQueues(
    ctx.db,
    pending.map(({ queue }) => queue),
  )
}
