import { DAY_MS } from '../../../lib/time.js'
import { repeatWhileFull } from '../../../platform/jobs/process-in-batches.js'
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
      deleted += await repeatWhileFull(signal, {
        batchSize,
        work: (limit) => free(ctx.db, { before, limit }),
      })
    }
    return { deleted }
  },
}
