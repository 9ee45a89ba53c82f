import { DAY_MS, HOUR_MS, unixMs } from '../../lib/time.js'
import type { Job } from '../../platform/jobs/run-jobs.js'
import { deleteDeliveriesBefore } from './deliveries/delivery-list-store.js'

const keptForMs = 30 * DAY_MS
const batchSize = 1_000

/** Deletes finished deliveries after 30 days, in batches. */
export const pruneDeliveries: Job = {
  name: 'prune-deliveries',
  everyMs: HOUR_MS,
  async run(ctx, signal) {
    const before = unixMs(ctx.now() - keptForMs)
    let deleted = 0
    for (let batch = batchSize; batch === batchSize && !signal.aborted; deleted += batch) {
      batch = await deleteDeliveriesBefore(ctx.db, { before, limit: batchSize })
    }
    return { deleted }
  },
}
