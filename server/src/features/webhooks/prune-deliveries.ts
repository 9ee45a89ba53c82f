import { DAY_MS, HOUR_MS, unixMs } from '../../lib/time.js'
import { repeatWhileFull } from '../../platform/jobs/process-in-batches.js'
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
    const deleted = await repeatWhileFull(signal, {
      batchSize,
      work: (limit) => deleteDeliveriesBefore(ctx.db, { before, limit }),
    })
    return { deleted }
  },
}
