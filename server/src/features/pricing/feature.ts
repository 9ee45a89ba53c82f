import type { Feature } from '../../platform/feature.js'
import { pricingRoutes } from './routes.js'

export const pricingFeature: Feature = {
  routes: [pricingRoutes],
}
