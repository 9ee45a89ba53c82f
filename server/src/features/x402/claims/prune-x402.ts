import { DAY_MS, HOUR_MS, unixMs } from '../../../lib/time.js'
import { repeatWhileFull } from '../../../platform/jobs/process-in-batches.js'
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
    const now = ctx.now()
    const prune = (remove: typeof deleteEndedClaims, keptForMs: number) => {
      const before = unixMs(now - keptForMs)
      return repeatWhileFull(signal, {
        batchSize,
        work: (limit) => remove(ctx.db, { before, limit }),
      })
    }
    return {
      quotes: await prune(deleteExpiredQuotes, keptQuotesMs),
      claims: await prune(deleteEndedClaims, keptClaimsMs),
    }
  },
}
