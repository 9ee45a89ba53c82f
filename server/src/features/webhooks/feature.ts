import type { Context } from '../../platform/context.js'
import type { Feature } from '../../platform/feature.js'
import type { CheckResult } from '../../platform/health.js'
import { checkOutbox } from '../events/publish-events.js'
import { dueDeliveries } from './deliver/claim-store.js'
import { deliveryRoutes } from './deliveries/routes.js'
import { endpointRoutes } from './endpoints/routes.js'
import { exportDeliveries, signErased } from './personal-deliveries.js'
import { pruneDeliveries, pruneEvents } from './prune-deliveries.js'
import { repairQueues } from './queue-deliveries.js'
import { countQueues, deleteSales } from './queue-store.js'
import { secretRoutes } from './secrets/routes.js'
import { createWebhookWorker } from './webhook-worker.js'

export const webhooksFeature: Feature = {
  tag: 'webhooks',
  routes: [endpointRoutes, secretRoutes, deliveryRoutes],
  jobs: [pruneDeliveries, pruneEvents, repairQueues],
  workSources: [dueDeliveries],
  workers: [(ctx, { pollMs }) => createWebhookWorker(ctx, { pollMs, runner: { pollMs } })],
  checks: (ctx) => ({ webhooks: () => checkWebhooks(ctx) }),
  deleteSales: (ctx, merchant) => deleteSales(ctx.db, merchant),
  exportPersonalData: exportDeliveries,
  erasePersonalData: signErased,
}

/**
 * Checks that recorded events are published in time. Receivers that do not respond are their
 * merchants' concern: deliveries that wait for them are only counted, up to 10,000.
 */
export async function checkWebhooks(ctx: Pick<Context, 'db' | 'metrics'>): Promise<CheckResult> {
  const [outbox, pending] = await Promise.all([checkOutbox(ctx), countQueues(ctx.db)])
  return { ok: outbox.ok, unpublished: outbox.pending, pending }
}
