import { dayOf, HOUR_MS } from '../../lib/time.js'
import { isChainUnavailable } from '../../platform/chain/read-chain.js'
import { repeatWhileFull } from '../../platform/jobs/process-in-batches.js'
import type { Job } from '../../platform/jobs/run-jobs.js'
import { recordReserve } from './record-reserve.js'
import { deleteDaysBefore, listUnrecorded } from './store.js'

/** The number of days that the history goes back. */
export const keptDays = 400
/** Merchants without postings in these days are recorded only when they read their balances. */
const activeDays = 7
const maxMerchants = 500
const batchSize = 1_000

/** Records the reserves of active merchants once a day, and deletes old records. Each merchant takes one call to the node. */
export const recordReserves: Job = {
  name: 'record-reserves',
  everyMs: HOUR_MS,
  async run(ctx, signal) {
    const day = dayOf(ctx.now())
    const deleted = await repeatWhileFull(signal, {
      batchSize,
      work: (limit) => deleteDaysBefore(ctx.db, { day: day - keptDays + 1, limit }),
    })
    if (!ctx.chain) return { recorded: 0, deleted }

    const sinceDay = day - activeDays + 1
    const merchants = await listUnrecorded(ctx.db, { day, sinceDay, limit: maxMerchants })
    let recorded = 0
    for (const merchant of merchants) {
      if (signal.aborted) break
      try {
        await recordReserve(ctx, merchant)
        recorded += 1
      } catch (error) {
        // The other calls would fail as well. The next run repeats them.
        if (isChainUnavailable(error)) break
        throw error
      }
    }
    return { recorded, deleted }
  },
}
