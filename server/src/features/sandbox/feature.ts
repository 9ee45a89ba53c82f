import type { Feature } from '../../platform/feature.js'
import { sandboxRoutes } from './routes.js'

export const sandboxFeature: Feature = {
  routes: [sandboxRoutes],
}
