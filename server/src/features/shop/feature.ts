import type { Access } from '../../auth/access.js'
import type { Feature } from '../../platform/feature.js'
import { listingRoutes } from './listing-routes.js'
import { pruneSlugs } from './prune-slugs.js'
import { shopRoutes } from './routes.js'

export const shopFeature: Feature<{ access: Access }> = {
  routes: [shopRoutes, listingRoutes],
  jobs: [pruneSlugs],
}
