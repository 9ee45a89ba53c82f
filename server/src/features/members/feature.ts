import type { Feature } from '../../platform/feature.js'
import { memberRoutes } from './routes.js'

export const membersFeature: Feature = {
  routes: [memberRoutes],
}
