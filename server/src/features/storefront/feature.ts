import type { Access } from '../../auth/access.js'
import type { Feature } from '../../platform/feature.js'
import type { ShopDirectory } from '../directory/shop-directory.js'
import type { Catalogs } from '../inventory/search/catalogs.js'
import { cartRoutes } from './cart-routes.js'
import { orderPageRoutes } from './order-routes.js'
import { shopPageRoutes } from './page-routes.js'
import { sitemapRoutes } from './sitemap-routes.js'

/** The pages on which people find shops and order from them. */
export const storefrontFeature: Feature<{
  access: Access
  directory: ShopDirectory
  catalogs: Catalogs
}> = {
  tag: 'pages',
  routes: [shopPageRoutes, cartRoutes, orderPageRoutes, sitemapRoutes],
}
