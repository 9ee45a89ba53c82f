import type { Feature } from '../../platform/feature.js'
import { taxRoutes } from './routes.js'

export const taxFeature: Feature = {
  routes: [taxRoutes],
}
