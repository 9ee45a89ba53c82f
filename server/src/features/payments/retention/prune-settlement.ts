import { DAY_MS, HOUR_MS, unixMs } from '../../../lib/time.js'
import { repeatWhileFull } from '../../../platform/jobs/process-in-batches.js'
import type { Job } from '../../../platform/jobs/run-jobs.js'
import { deleteEndedAnnouncements, deleteReplacedQuotes } from './retention-store.js'

const keptForMs = 30 * DAY_MS
const batchSize = 1_000

/**
 * Deletes announced transactions that paid nothing, and quotes that a newer one replaced, after 30
 * days. Both grow with visits of payment pages.
 */
export const pruneSettlement: Job = {
  name: 'prune-settlement',
  everyMs: HOUR_MS,
  async run(ctx, signal) {
    const before = unixMs(ctx.now() - keptForMs)
    const prune = (remove: typeof deleteReplacedQuotes) =>
      repeatWhileFull(signal, { batchSize, work: (limit) => remove(ctx.db, { before, limit }) })
    return {
      announcements: await prune(deleteEndedAnnouncements),
      quotes: await prune(deleteReplacedQuotes),
    }
  },
}
