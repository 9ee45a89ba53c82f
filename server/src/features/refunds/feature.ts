import type { Access } from '../../auth/access.js'
import type { Feature } from '../../platform/feature.js'
import { refundPlanRoutes } from './plan/routes.js'

export const refundsFeature: Feature<{ access: Access }> = { routes: [refundPlanRoutes] }
