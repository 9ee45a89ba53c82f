import type { Feature } from '../../platform/feature.js'
import { billingRoutes } from './routes.js'

export const billingFeature: Feature = {
  routes: [billingRoutes],
}
