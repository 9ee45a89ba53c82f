import type { Feature } from '../../platform/feature.js'
import type { RouteRecord } from '../../platform/http/routes.js'
import type { WebhookEvents } from './describe-webhooks.js'
import { openapiRoutes } from './routes.js'

export const openapiFeature: Feature<{
  routes: readonly RouteRecord[]
  webhookEvents: WebhookEvents
}> = {
  routes: [openapiRoutes],
}
