import type { Feature } from '../../platform/feature.js'
import { pageRoutes } from './routes.js'

export const pagesFeature: Feature = {
  routes: [pageRoutes],
}
