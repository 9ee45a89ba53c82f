import type { Feature } from '../../platform/feature.js'
import type { RouteRecord } from '../../platform/http/routes.js'
import { openapiRoutes } from './routes.js'

export const openapiFeature: Feature<{ routes: readonly RouteRecord[] }> = {
  routes: [openapiRoutes],
}
