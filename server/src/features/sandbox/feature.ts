import type { Feature } from '../../platform/feature.js'
import { type SandboxRouteParts, sandboxRoutes } from './routes.js'

export const sandboxFeature: Feature<SandboxRouteParts> = {
  routes: [sandboxRoutes],
}
