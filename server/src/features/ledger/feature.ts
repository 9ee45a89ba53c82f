import type { Feature } from '../../platform/feature.js'
import { ledgerRoutes } from './routes.js'

export const ledgerFeature: Feature = {
  routes: [ledgerRoutes],
}
