import type { Feature } from '../../platform/feature.js'
import { shopRoutes } from './routes.js'

export const shopFeature: Feature = {
  routes: [shopRoutes],
}
