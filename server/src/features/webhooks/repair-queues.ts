import { MINUTE_MS } from '../../lib/time.js'
import type { Job } from '../../platform/jobs/run-jobs.js'
import { queueOf } from './delivery-queue.js'
import { listWithoutQueue } from './delivery-store.js'
import { ensureQueues } from './queue-store.js'

const batchSize = 500

/** Recreates missing queues of pending deliveries. None should be missing, but such a delivery would never be sent. */
export const repairQueues: Job = {
  name: 'repair-queues',
  everyMs: 5 * MINUTE_MS,
  async run(ctx) {
    const found = await listWithoutQueue(ctx.db, batchSize)
    if (found.length > 0) {
      // The stored key: a delivery that was moved to its own queue stays there.
      const queues = found.map(({ queueKey, ...delivery }) => ({ ...queueOf(delivery), queueKey }))
      await ensureQueues(ctx.db, queues)
      ctx.log.warn({ deliveries: found.length }, 'missing delivery queues were recreated')
    }
    return { mended: found.length }
  },
}
