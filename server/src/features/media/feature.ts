import type { Feature } from '../../platform/feature.js'
import { mediaRoutes } from './routes.js'

export const mediaFeature: Feature = { routes: [mediaRoutes] }
