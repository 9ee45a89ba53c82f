import type { Access } from '../../auth/access.js'
import { DAY_MS, HOUR_MS, unixMs } from '../../lib/time.js'
import type { Feature } from '../../platform/feature.js'
import type { Job } from '../../platform/jobs/run-jobs.js'
import { inventoryCsvRoutes } from './csv/routes.js'
import { listRecallable } from './recall-items.js'
import { inventoryRoutes } from './routes.js'
import type { Catalogs } from './search/catalogs.js'
import { releaseExpiredStock } from './stock/hold-stock.js'
import { deleteAllHolds, expiredStock } from './stock/stock-store.js'
import { forgetDeleted, listShownPictures } from './store.js'

/** Removes records of deleted items after a day. No process keeps a catalog in memory that long. */
const pruneDeletedItems: Job = {
  name: 'prune-deleted-items',
  everyMs: HOUR_MS,
  run: async (ctx) => ({ forgotten: await forgetDeleted(ctx.db, unixMs(ctx.now() - DAY_MS)) }),
}

export const inventoryFeature: Feature<{ catalogs: Catalogs; access: Access }> = {
  tag: 'inventory',
  routes: [inventoryRoutes, inventoryCsvRoutes],
  jobs: [pruneDeletedItems, releaseExpiredStock],
  workSources: [expiredStock],
  snapshot: { merchant: listRecallable },
  findUsedPictures: (ctx, hashes) => listShownPictures(ctx.db, hashes),
  deleteSales: (ctx, merchant) => deleteAllHolds(ctx.db, merchant),
}
