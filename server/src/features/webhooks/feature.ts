import type { Feature } from '../../platform/feature.js'
import { unpublishedNews } from '../receipts/status/status-change-store.js'
import { checkOutbox } from './check-outbox.js'
import { checkWebhooks } from './check-webhooks.js'
import { dueDeliveries } from './deliver/due-store.js'
import { deliveryRoutes } from './deliveries/routes.js'
import { endpointRoutes } from './endpoints/routes.js'
import { mendLanes } from './mend-lanes.js'
import { pruneDeliveries } from './prune-deliveries.js'
import { createWebhookWorker } from './webhook-worker.js'

export const webhooksFeature: Feature = {
  routes: [endpointRoutes, deliveryRoutes],
  jobs: [pruneDeliveries, mendLanes],
  workSources: [unpublishedNews, dueDeliveries],
  workers: [(ctx, { pollMs }) => createWebhookWorker(ctx, { pollMs, runner: { pollMs } })],
  checks: (ctx) => ({ outbox: () => checkOutbox(ctx), webhooks: () => checkWebhooks(ctx) }),
}
