import type { Access } from '../../auth/access.js'
import type { Feature } from '../../platform/feature.js'
import { invitationRoutes } from './invitations/routes.js'
import { memberRoutes } from './routes.js'

export const membersFeature: Feature<{ access: Access }> = {
  routes: [memberRoutes, invitationRoutes],
}
