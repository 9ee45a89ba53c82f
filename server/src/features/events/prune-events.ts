import { DAY_MS, HOUR_MS, unixMs } from '../../lib/time.js'
import { repeatWhileFull } from '../../platform/jobs/process-in-batches.js'
import type { Job } from '../../platform/jobs/run-jobs.js'
import { deletePastEvents } from './event-store.js'

const keptForMs = 30 * DAY_MS
/** The longest an event may wait to be published. Its deliveries are that much younger, so it is kept longer. */
const publishedWithinMs = DAY_MS
const batchSize = 1_000

/** Deletes events after 30 days, in batches. Deliveries need the body, so events with a delivery stay. */
export const pruneEvents: Job = {
  name: 'prune-events',
  everyMs: HOUR_MS,
  async run(ctx, signal) {
    const deliveredBefore = unixMs(ctx.now() - keptForMs)
    const before = unixMs(deliveredBefore - publishedWithinMs)
    const deleted = await repeatWhileFull(signal, {
      batchSize,
      work: (limit) => deletePastEvents(ctx.db, { before, deliveredBefore, limit }),
    })
    return { deleted }
  },
}
