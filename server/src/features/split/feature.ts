import type { Access } from '../../auth/access.js'
import type { Feature } from '../../platform/feature.js'
import { rememberSplit } from './remember-split.js'
import { splitRoutes } from './routes.js'

export const splitFeature: Feature<{ access: Access }> = {
  routes: [splitRoutes],
  snapshot: { merchant: rememberSplit },
}
