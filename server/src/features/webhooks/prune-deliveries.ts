import { DAY_MS, HOUR_MS, unixMs } from '../../lib/time.js'
import { repeatWhileFull } from '../../platform/jobs/process-in-batches.js'
import type { Job } from '../../platform/jobs/run-jobs.js'
import { removeEvents } from '../events/publish-events.js'
import { deleteDeliveriesBefore } from './delivery-store.js'
import { listPastEvents } from './read-model/delivery-list-store.js'

const keptForMs = 30 * DAY_MS
/** The longest an event waits to be published. It is kept longer than its deliveries by that. */
const publishedWithinMs = DAY_MS
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

/** Deletes events after 30 days, in batches. Those that a delivery needs stay. */
export const pruneEvents: Job = {
  name: 'prune-events',
  everyMs: HOUR_MS,
  async run(ctx, signal) {
    const deliveredBefore = unixMs(ctx.now() - keptForMs)
    const before = unixMs(deliveredBefore - publishedWithinMs)
    const deleted = await repeatWhileFull(signal, {
      batchSize,
      async work(limit) {
        const events = await listPastEvents(ctx.db, { before, deliveredBefore, limit })
        await removeEvents(ctx, events)
        return events.length
      },
    })
    return { deleted }
  },
}
