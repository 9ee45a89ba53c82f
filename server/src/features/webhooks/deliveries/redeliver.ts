import { AppError } from '../../../lib/errors.js'
import type { Address } from '../../../lib/hex.js'
import type { Context, TxContext } from '../../../platform/context.js'
import type { Delivery } from '../delivery.js'
import { reopenDelivery } from '../delivery-store.js'
import { findEndpoint } from '../endpoints/endpoint-store.js'
import { ownLaneOf } from '../lane.js'
import { ensureLanes, hurryLane } from '../lane-store.js'
import { getDelivery } from './get-delivery.js'

/**
 * Sends a delivery once more, with the same bytes and the same signature, and returns its id as it is written. One that
 * is on its way already goes on as it would have, but does not wait for hours.
 *
 * @throws {AppError} `not_found`, `conflict` when nothing could be signed, or nothing goes to its address any more.
 */
export async function redeliver(
  ctx: Pick<Context, 'db' | 'wakeups'>,
  { merchant, id }: { merchant: Address; id: string },
): Promise<string> {
  return ctx.db.transaction(async (tx) => {
    const { delivery } = await getDelivery({ db: tx }, { merchant, id })
    if (!delivery.signatures) {
      throw new AppError(
        'conflict',
        'This delivery has no signature, because there was no secret to sign it with, and is never sent. Later events are signed once there is a webhook at /api/webhooks.',
      )
    }
    await requireReceiver({ db: tx }, delivery)
    const lane = ownLaneOf(delivery)
    if (await reopenDelivery(tx, { ...lane, id: delivery.id })) await ensureLanes(tx, [lane])
    else await hurryLane(tx, lane)
    tx.afterCommit(() => ctx.wakeups.wake('deliveries'))
    return delivery.id
  })
}

/** An address that was deleted or switched off gets nothing more, whoever asks. */
async function requireReceiver(
  ctx: Pick<TxContext, 'db'>,
  { merchant, endpointId }: Delivery,
): Promise<void> {
  if (endpointId === null) return
  const endpoint = await findEndpoint(ctx.db, { merchant, id: endpointId })
  if (endpoint?.isEnabled) return
  throw new AppError('conflict', 'The webhook this went to was deleted or is switched off')
}
