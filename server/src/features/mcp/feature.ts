import type { Access } from '../../auth/access.js'
import type { Feature } from '../../platform/feature.js'
import type { ShopDirectory } from '../directory/shop-directory.js'
import type { Catalogues } from '../inventory/search/catalogues.js'
import { mcpRoutes } from './routes.js'

export const mcpFeature: Feature<{
  access: Access
  directory: ShopDirectory
  catalogues: Catalogues
}> = {
  routes: [mcpRoutes],
}
