import type { Access } from '../../auth/access.js'
import type { Feature } from '../../platform/feature.js'
import { dayReportRoutes } from './day-routes.js'
import { reportRoutes } from './routes.js'

export const reportsFeature: Feature<{ access: Access }> = {
  routes: [reportRoutes, dayReportRoutes],
}
