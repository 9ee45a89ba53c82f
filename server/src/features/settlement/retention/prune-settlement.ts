import { DAY_MS, HOUR_MS, unixMs } from '../../../lib/time.js'
import type { Job } from '../../../platform/jobs/run-jobs.js'
import { deleteEndedAnnouncements, deleteReplacedQuotes } from './retention-store.js'

const keptForMs = 30 * DAY_MS
const batchSize = 1_000

/**
 * Deletes announced transactions that paid nothing, and quotes that a newer one replaced, after 30 days. Both grow with
 * visits of payment pages.
 */
export const pruneSettlement: Job = {
  name: 'prune-settlement',
  everyMs: HOUR_MS,
  async run(ctx, signal) {
    const before = unixMs(ctx.now() - keptForMs)
    const counts = { announcements: 0, quotes: 0 }
    const deleteInBatches = async (
      name: keyof typeof counts,
      work: typeof deleteReplacedQuotes,
    ) => {
      for (let batch = batchSize; batch === batchSize && !signal.aborted; counts[name] += batch) {
        batch = await work(ctx.db, { before, limit: batchSize })
      }
    }
    await deleteInBatches('announcements', deleteEndedAnnouncements)
    await deleteInBatches('quotes', deleteReplacedQuotes)
    return counts
  },
}
