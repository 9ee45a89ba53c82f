import type { Feature } from '../../platform/feature.js'
import { pruneEvents } from './prune-events.js'
import { eventRoutes } from './routes.js'

export const eventsFeature: Feature = {
  routes: [eventRoutes],
  jobs: [pruneEvents],
}
