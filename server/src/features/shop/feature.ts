import type { Access } from '../../auth/access.js'
import type { Feature } from '../../platform/feature.js'
import { getShopConfig } from './get-shop-config.js'
import { listingRoutes } from './listings/routes.js'
import { listThemePictures } from './picture-store.js'
import { shopRoutes } from './routes.js'
import { pruneSlugs } from './slugs/prune-slugs.js'

export const shopFeature: Feature<{ access: Access }> = {
  routes: [shopRoutes, listingRoutes],
  jobs: [pruneSlugs],
  snapshot: { merchant: getShopConfig },
  findUsedPictures: (ctx, hashes) => listThemePictures(ctx.db, hashes),
}
