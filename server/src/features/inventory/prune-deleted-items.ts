import { DAY_MS, HOUR_MS, unixMs } from '../../lib/time.js'
import type { Job } from '../../platform/jobs/run-jobs.js'
import { forgetDeleted } from './store.js'

/** Removes records of deleted items after a day. A catalogue in memory is updated or evicted long before that. */
export const pruneDeletedItems: Job = {
  name: 'prune-deleted-items',
  everyMs: HOUR_MS,
  run: async (ctx) => ({ forgotten: await forgetDeleted(ctx.db, unixMs(ctx.now() - DAY_MS)) }),
}
