import type { Access } from '../../auth/access.js'
import type { Feature } from '../../platform/feature.js'
import { mediaRoutes } from './routes.js'

export const mediaFeature: Feature<{ access: Access }> = { routes: [mediaRoutes] }
