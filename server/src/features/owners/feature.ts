import type { Access } from '../../auth/access.js'
import type { Feature } from '../../platform/feature.js'
import { recoveryRoutes } from './recovery-routes.js'
import { ownerRoutes } from './routes.js'

export const ownersFeature: Feature<{ access: Access }> = {
  routes: [ownerRoutes, recoveryRoutes],
}
