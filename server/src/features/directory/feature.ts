import type { Feature } from '../../platform/feature.js'
import type { Catalogs } from '../inventory/search/catalogs.js'
import { feedRoutes } from './feed/routes.js'
import { rememberShops } from './remember-shops.js'
import { directoryRoutes } from './routes.js'
import type { ShopDirectory } from './shop-directory.js'

export const directoryFeature: Feature<{ directory: ShopDirectory; catalogs: Catalogs }> = {
  routes: [directoryRoutes, feedRoutes],
  snapshot: { platform: rememberShops },
}
