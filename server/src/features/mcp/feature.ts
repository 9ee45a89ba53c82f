import type { Access } from '../../auth/access.js'
import type { Feature } from '../../platform/feature.js'
import type { ShopDirectory } from '../directory/shop-directory.js'
import type { Catalogs } from '../inventory/search/catalogs.js'
import { mcpRoutes } from './routes.js'

export const mcpFeature: Feature<{
  access: Access
  directory: ShopDirectory
  catalogs: Catalogs
}> = {
  routes: [mcpRoutes],
}
