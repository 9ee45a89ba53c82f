import type { Feature } from '../../platform/feature.js'
import { reportRoutes } from './routes.js'

export const reportsFeature: Feature = {
  routes: [reportRoutes],
}
