import type { Feature } from '../../platform/feature.js'
import { pruneSessions } from './prune-sessions.js'
import { sessionRoutes } from './routes.js'

export const sessionsFeature: Feature = {
  routes: [sessionRoutes],
  jobs: [pruneSessions],
}
