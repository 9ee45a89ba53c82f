import type { Access } from '../../auth/access.js'
import type { Feature } from '../../platform/feature.js'
import type { ShopDirectory } from '../directory/shop-directory.js'
import { rememberItems } from './gather/gather-order-facts.js'
import { orderRoutes } from './routes.js'
import { forgetNetworksOfOrders } from './sell/unpaid-orders.js'
import { terminalRoutes } from './terminal/routes.js'

export const ordersFeature: Feature<{ access: Access; directory: ShopDirectory }> = {
  routes: [orderRoutes, terminalRoutes],
  jobs: [forgetNetworksOfOrders],
  snapshot: { merchant: rememberItems },
}
