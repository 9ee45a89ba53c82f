import type { Feature } from '../../platform/feature.js'
import { posPageRoutes } from './page-routes.js'

export const posFeature: Feature = { routes: [posPageRoutes] }
