import type { Feature } from '../../platform/feature.js'
import { docsRoutes } from './docs-routes.js'
import { homeRoutes } from './routes.js'

export const homeFeature: Feature = {
  routes: [homeRoutes, docsRoutes],
}
