import { DAY_MS } from '../../../lib/time.js'
import { repeatWhileFull } from '../../../platform/jobs/process-in-batches.js'
import type { Job } from '../../../platform/jobs/run-jobs.js'
import { earliestReservation } from './claim-handle.js'
import { freeHandlesBefore } from './handle-store.js'

const batchSize = 1_000

/** Frees given-up handles after 180 days, in batches. */
export const pruneHandles: Job = {
  name: 'prune-handles',
  everyMs: DAY_MS,
  async run(ctx, signal) {
    const before = earliestReservation(ctx.now())
    const deleted = await repeatWhileFull(signal, {
      batchSize,
      work: (limit) => freeHandlesBefore(ctx.db, { before, limit }),
    })
    return { deleted }
  },
}
