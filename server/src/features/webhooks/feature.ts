import type { Feature } from '../../platform/feature.js'
import { checkWebhooks } from './check-webhooks.js'
import { dueDeliveries } from './deliver/due-store.js'
import { deliveryRoutes } from './deliveries/routes.js'
import { endpointRoutes } from './endpoints/routes.js'
import { pruneDeliveries } from './prune-deliveries.js'
import { deleteSales } from './queue-store.js'
import { repairQueues } from './repair-queues.js'
import { createWebhookWorker } from './webhook-worker.js'

export const webhooksFeature: Feature = {
  routes: [endpointRoutes, deliveryRoutes],
  jobs: [pruneDeliveries, repairQueues],
  workSources: [dueDeliveries],
  workers: [(ctx, { pollMs }) => createWebhookWorker(ctx, { pollMs, runner: { pollMs } })],
  checks: (ctx) => ({ webhooks: () => checkWebhooks(ctx) }),
  deleteSales: (ctx, merchant) => deleteSales(ctx.db, merchant),
}
