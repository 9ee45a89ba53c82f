import type { Address } from '../../../lib/hex.js'
import type { TxContext } from '../../../platform/context.js'
import { failDeliveriesTo, listQueuesTo } from '../delivery-store.js'
import { lockQueues, removeEmptyQueues } from '../queue-store.js'

const switchedOff = { httpStatus: null, error: 'webhook_switched_off', durationMs: 0 } as const

/** Fails the pending deliveries to an endpoint. Call it within a transaction. */
export async function cancelDeliveries(
  ctx: Pick<TxContext, 'db' | 'now'>,
  endpoint: { merchant: Address; endpointId: string },
): Promise<void> {
  const queues = await listQueuesTo(ctx.db, endpoint)
  await lockQueues(ctx.db, queues)
  await failDeliveriesTo(ctx.db, { ...endpoint, reason: { ...switchedOff, at: ctx.now() } })
  await removeEmptyQueues(ctx.db, queues)
}
