import type { Access } from '../../auth/access.js'
import { DAY_MS } from '../../lib/time.js'
import type { Feature } from '../../platform/feature.js'
import { repeatWhileFull } from '../../platform/jobs/process-in-batches.js'
import type { Job } from '../../platform/jobs/run-jobs.js'
import { getShopConfig } from './get-shop-config.js'
import { deleteNamesBefore } from './listings/listing-store.js'
import { listingRoutes } from './listings/routes.js'
import { shopRoutes } from './routes.js'
import { earliestReservation } from './slugs/move-to-slug.js'
import { freeSlugsBefore } from './slugs/slug-store.js'
import { listThemePictures } from './store.js'

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

export const shopFeature: Feature<{ access: Access }> = {
  tag: 'shop',
  routes: [shopRoutes, listingRoutes],
  jobs: [pruneSlugs],
  snapshot: { merchant: getShopConfig },
  findUsedPictures: (ctx, hashes) => listThemePictures(ctx.db, hashes),
}
