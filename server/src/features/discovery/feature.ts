import type { Feature } from '../../platform/feature.js'
import type { ShopDirectory } from '../directory/shop-directory.js'
import { discoveryRoutes } from './routes.js'

export const discoveryFeature: Feature<{ directory: ShopDirectory }> = {
  routes: [discoveryRoutes],
}
