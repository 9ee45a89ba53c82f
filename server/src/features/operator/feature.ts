import type { Access } from '../../auth/access.js'
import type { Feature } from '../../platform/feature.js'
import { merchantRoutes } from './merchant-routes.js'
import { platformRoutes } from './platform-routes.js'

export const operatorFeature: Feature<{ access: Access }> = {
  routes: [merchantRoutes, platformRoutes],
}
