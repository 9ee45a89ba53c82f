import type { Feature } from '../../platform/feature.js'
import { pruneRequests } from './prune-requests.js'
import { requestRoutes } from './routes.js'

export const requestsFeature: Feature = {
  routes: [requestRoutes],
  jobs: [pruneRequests],
}
