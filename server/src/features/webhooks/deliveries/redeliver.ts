import { AppError } from '../../../lib/errors.js'
import type { Address } from '../../../lib/hex.js'
import type { Context } from '../../../platform/context.js'
import { reopenDelivery } from '../delivery-store.js'
import { ownLaneOf } from '../lane.js'
import { addToLanes } from '../lane-store.js'
import { getDelivery } from './get-delivery.js'

/**
 * Sends a delivery once more, with the same bytes and the same signature, and returns its id as it is written. One that
 * is on its way already goes on as it would have.
 *
 * @throws {AppError} `not_found`, `conflict` when nothing could be signed.
 */
export async function redeliver(
  ctx: Pick<Context, 'db'>,
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
    const lane = ownLaneOf(delivery)
    if (await reopenDelivery(tx, { ...lane, id: delivery.id })) await addToLanes(tx, [lane])
    return delivery.id
  })
}
