import type { Feature } from '../../platform/feature.js'
import { splitRoutes } from './routes.js'

export const splitFeature: Feature = {
  routes: [splitRoutes],
}
