import { DAY_MS, HOUR_MS, unixMs } from '../../../lib/time.js'
import type { Job } from '../../jobs/run-jobs.js'
import { deleteOldKeys } from './idempotency-store.js'

/** Forgets answers a day after they were given. */
export const pruneIdempotencyKeys: Job = {
  name: 'prune-idempotency-keys',
  everyMs: HOUR_MS,
  run: async (ctx) => ({ deleted: await deleteOldKeys(ctx.db, unixMs(ctx.now() - DAY_MS)) }),
}
