import type { Feature } from '../../platform/feature.js'
import type { ShopDirectory } from '../directory/shop-directory.js'
import { orderRoutes } from './routes.js'

export const ordersFeature: Feature<{ directory: ShopDirectory }> = {
  routes: [orderRoutes],
}
