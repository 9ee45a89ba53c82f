import type { Access } from '../../auth/access.js'
import type { Feature } from '../../platform/feature.js'
import { reportRoutes } from './routes.js'
import { settlementRoutes } from './settlement/routes.js'

export const reportsFeature: Feature<{ access: Access }> = {
  routes: [settlementRoutes, reportRoutes],
}
