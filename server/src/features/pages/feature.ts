import type { Feature } from '../../platform/feature.js'
import { partsPageRoutes } from './parts-routes.js'
import { pageRoutes } from './routes.js'

export const pagesFeature: Feature = {
  routes: [pageRoutes, partsPageRoutes],
}
