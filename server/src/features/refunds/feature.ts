import type { Access } from '../../auth/access.js'
import type { Feature } from '../../platform/feature.js'
import { refundRoutes } from './routes.js'

export const refundsFeature: Feature<{ access: Access }> = { routes: [refundRoutes] }
