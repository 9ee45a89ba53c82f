import { DAY_MS } from '../../../lib/time.js'
import type { Job } from '../../../platform/jobs/run-jobs.js'
import { deleteNamesBefore } from '../listings/listing-store.js'
import { earliestReservation } from './move-to-slug.js'
import { freeSlugsBefore } from './slug-store.js'

const batchSize = 1_000

/** Frees former slugs and names after 180 days, in batches. */
export const pruneSlugs: Job = {
  name: 'prune-slugs',
  everyMs: DAY_MS,
  async run(ctx, signal) {
    const before = earliestReservation(ctx.now())
    let deleted = 0
    for (const free of [freeSlugsBefore, deleteNamesBefore]) {
      for (let batch = batchSize; batch === batchSize && !signal.aborted; deleted += batch) {
        batch = await free(ctx.db, { before, limit: batchSize })
      }
    }
    return { deleted }
  },
}
