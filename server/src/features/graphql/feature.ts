import type { Access } from '../../auth/access.js'
import type { Feature } from '../../platform/feature.js'
import { graphqlPageRoutes } from './page-routes.js'
import { graphqlRoutes } from './routes.js'

export const graphqlFeature: Feature<{ access: Access }> = {
  routes: [graphqlRoutes, graphqlPageRoutes],
}
