import { DAY_MS, HOUR_MS, unixMs } from '../../../lib/time.js'
import type { Job } from '../../../platform/jobs/run-jobs.js'
import { deleteExpiredQuotes } from '../orders/quote-store.js'
import { deleteEndedClaims } from './claim-store.js'

const keptQuotesMs = DAY_MS
/** As long as a caller may want a response again. The chain itself accepts an authorization once. */
const keptClaimsMs = 30 * DAY_MS
const batchSize = 500

/** Deletes quotes and payments that no response needs any more. */
export const pruneX402: Job = {
  name: 'prune-x402',
  everyMs: HOUR_MS,
  async run(ctx, signal) {
    const prune = async (remove: (limit: number) => Promise<number>) => {
      let count = 0
      for (let last = batchSize; last === batchSize && !signal.aborted; ) {
        last = await remove(batchSize)
        count += last
      }
      return count
    }
    const now = ctx.now()
    const quotes = await prune((limit) =>
      deleteExpiredQuotes(ctx.db, { before: unixMs(now - keptQuotesMs), limit }),
    )
    const claims = await prune((limit) =>
      deleteEndedClaims(ctx.db, { before: unixMs(now - keptClaimsMs), limit }),
    )
    return { quotes, claims }
  },
}
