import type { Access } from '../../auth/access.js'
import type { Feature } from '../../platform/feature.js'
import { splitRoutes } from './routes.js'

export const splitFeature: Feature<{ access: Access }> = {
  routes: [splitRoutes],
}
