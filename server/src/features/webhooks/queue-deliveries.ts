import { MINUTE_MS } from '../../lib/time.js'
import type { TxContext } from '../../platform/context.js'
import type { Job } from '../../platform/jobs/run-jobs.js'
import { takeDeliveryNumbers } from '../events/publish-events.js'
import { type QueuedDelivery, queueOf } from './delivery.js'
import { insertDeliveries, listWithoutQueue } from './delivery-store.js'
import { ensureQueues } from './queue-store.js'

/** Adds deliveries in order, each at the end of its queue. Only pending ones are sent. */
export async function addDeliveries(
  ctx: Pick<TxContext, 'db'>,
  queued: readonly QueuedDelivery[],
): Promise<void> {
  if (queued.length === 0) return
  const merchants = queued.map(({ delivery }) => delivery.merchant)
  const numbers = await takeDeliveryNumbers(ctx, merchants)
  await insertDeliveries(ctx.db, { queued, numbers })
  const queues = queued.flatMap(({ delivery, queue }) =>
    delivery.status === 'pending' ? [queue] : [],
  )
  if (queues.length > 0) await ensureQueues(ctx.db, queues)
}

const batchSize = 500

/** Recreates missing queues of pending deliveries, which would otherwise never be sent. */
export const repairQueues: Job = {
  name: 'repair-queues',
  everyMs: 5 * MINUTE_MS,
  async run(ctx) {
    const deliveries = await listWithoutQueue(ctx.db, batchSize)
    const mended = deliveries.length
    if (mended === 0) return { mended }
    // The stored key: a delivery that was moved to its own queue stays there.
    const queues = deliveries.map(({ queueKey, ...rest }) => ({ ...queueOf(rest), queueKey }))
    await ensureQueues(ctx.db, queues)
    ctx.log.warn({ deliveries: mended }, 'missing delivery queues were recreated')
    return { mended }
  },
}
