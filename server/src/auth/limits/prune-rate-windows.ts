import { HOUR_MS } from '../../lib/time.js'
import type { Job } from '../../platform/jobs/run-jobs.js'
import { deleteOldWindows } from './limit-store.js'

/** Forgets windows that ended an hour ago, by the clock they were written with. */
export const pruneRateWindows: Job = {
  name: 'prune-rate-windows',
  everyMs: HOUR_MS,
  run: async (ctx) => ({ deleted: await deleteOldWindows(ctx.db, HOUR_MS) }),
}
