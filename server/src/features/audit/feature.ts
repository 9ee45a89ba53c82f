import type { Feature } from '../../platform/feature.js'
import { auditRoutes } from './routes.js'

export const auditFeature: Feature = {
  routes: [auditRoutes],
}
