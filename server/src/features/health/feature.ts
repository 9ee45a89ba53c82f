import type { Feature } from '../../platform/feature.js'
import { healthRoutes } from './routes.js'

export const healthFeature: Feature = {
  routes: [healthRoutes],
}
