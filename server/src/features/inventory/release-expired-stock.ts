import { MINUTE_MS } from '../../lib/time.js'
import type { Job } from '../../platform/jobs/run-jobs.js'
import { releaseExpired } from './stock-store.js'

const batchSize = 500

/** Returns stock to sale whose hold has expired. */
export const releaseExpiredStock: Job = {
  name: 'release-expired-stock',
  everyMs: MINUTE_MS,
  runsOn: ['deadlines'],
  async run(ctx, signal) {
    let released = 0
    for (let last = batchSize; last === batchSize && !signal.aborted; ) {
      const now = ctx.now()
      last = await ctx.db.transaction((tx) => releaseExpired(tx, { now, limit: batchSize }))
      released += last
    }
    return { released }
  },
}
