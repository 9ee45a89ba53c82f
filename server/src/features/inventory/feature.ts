import type { Feature } from '../../platform/feature.js'
import { inventoryCsvRoutes } from './csv/routes.js'
import { pruneDeletedItems } from './prune-deleted-items.js'
import { releaseExpiredStock } from './release-expired-stock.js'
import { inventoryRoutes } from './routes.js'
import type { Catalogues } from './search/catalogues.js'
import { deleteAllHolds, expiredStock } from './stock-store.js'

export const inventoryFeature: Feature<{ catalogues: Catalogues }> = {
  routes: [inventoryRoutes, inventoryCsvRoutes],
  jobs: [pruneDeletedItems, releaseExpiredStock],
  workSources: [expiredStock],
  deleteSales: (ctx, merchant) => deleteAllHolds(ctx.db, merchant),
}
