import { AppError } from '../../../lib/errors.js'
import type { Address } from '../../../lib/hex.js'
import type { Context, TxContext } from '../../../platform/context.js'
import { type Delivery, ownQueueOf } from '../delivery.js'
import { reopenDelivery } from '../delivery-store.js'
import { findEndpoint } from '../endpoints/endpoint-store.js'
import { ensureQueues, makeDueNow } from '../queue-store.js'
import { getDelivery } from './read-deliveries.js'

/**
 * Sends a delivery again, with the same body and signature, and returns its id in canonical form. A
 * pending delivery keeps its schedule, but an extended retry is sent now. `onRedeliver` runs last
 * in the same transaction.
 *
 * @throws {AppError} `not_found`, `conflict` when the delivery is unsigned or its webhook is
 *   deleted or disabled.
 */
export async function redeliver(
  ctx: Pick<Context, 'db' | 'wakeups'>,
  input: {
    merchant: Address
    id: string
    onRedeliver?: (db: TxContext['db'], deliveryId: string) => Promise<void>
  },
): Promise<string> {
  const { merchant, id, onRedeliver } = input
  return ctx.db.transaction(async (tx) => {
    const { delivery } = await getDelivery({ db: tx }, { merchant, id })
    if (!delivery.signatures) {
      throw new AppError(
        'conflict',
        'This delivery is unsigned, because no signing secret was available, so it cannot be sent. Create a secret with POST /api/webhooks/secret to have later events signed.',
      )
    }
    await requireEnabled({ db: tx }, delivery)
    const queue = ownQueueOf(delivery)
    if (await reopenDelivery(tx, { ...queue, id: delivery.id })) await ensureQueues(tx, [queue])
    else await makeDueNow(tx, queue)
    tx.afterCommit(() => ctx.wakeups.wake('deliveries'))
    await onRedeliver?.(tx, delivery.id)
    return delivery.id
  })
}

async function requireEnabled(
  ctx: Pick<TxContext, 'db'>,
  { merchant, endpointId }: Delivery,
): Promise<void> {
  if (endpointId === null) return
  const endpoint = await findEndpoint(ctx.db, { merchant, id: endpointId })
  if (endpoint?.isEnabled) return
  throw new AppError(
    'conflict',
    'The webhook of this delivery is deleted or disabled. Enable it to redeliver.',
  )
}
