import { randomUUID } from 'node:crypto'
import type { Context } from '../../../platform/context.js'
import { signBody } from '../../../platform/outbound/sign-body.js'
import { anEvent } from '../../events/event.properties.js'
import { insertTrial } from '../../events/event-store.js'
import type { Delivery } from '../delivery.js'
import { insertDeliveries } from '../delivery-store.js'
import { laneOf } from '../lane.js'
import { ensureLanes } from '../lane-store.js'

/** A delivery that has failed, with its event; a test states only what it is about. */
export async function aDelivery(
  ctx: Context,
  fields: Partial<Delivery> & Pick<Delivery, 'merchant'>,
): Promise<{ delivery: Delivery; body: string }> {
  const { merchant, receiptId = 'R-1', createdAt = ctx.now() } = fields
  const event = anEvent(ctx, { merchant, receiptId, createdAt })
  const failed = { at: createdAt, httpStatus: 500, error: 'not_2xx', durationMs: 12 } as const
  const delivery: Delivery = {
    ...{ id: randomUUID(), eventId: event.id, kind: event.kind, receiptId, endpointId: null },
    ...{ url: 'https://shop.test/hook', signatures: signBody(event, 'secret') },
    ...{ extendedRetries: false, status: 'failed', attempts: [failed], createdAt },
    ...fields,
  }
  const lane = laneOf(delivery)
  await ctx.db.transaction(async (tx) => {
    await insertTrial(tx, event)
    await insertDeliveries(tx, [{ delivery, lane }])
    if (delivery.status === 'pending') await ensureLanes(tx, [lane])
  })
  return { delivery, body: event.body }
}
