import type { TxContext } from '../../platform/context.js'
import { takeDeliveryNumbers } from '../events/take-delivery-numbers.js'
import type { Delivery } from './delivery.js'
import { insertDeliveries } from './delivery-store.js'
import type { Lane } from './lane.js'
import { ensureLanes } from './lane-store.js'

/** A delivery and the queue it waits in. */
export type PlacedDelivery = { delivery: Delivery; lane: Lane }

/** Adds deliveries in order, each at the end of its queue. Those that are not pending are only kept for the record. */
export async function addDeliveries(
  ctx: Pick<TxContext, 'db'>,
  placed: readonly PlacedDelivery[],
): Promise<void> {
  if (placed.length === 0) return
  const merchants = placed.map(({ delivery }) => delivery.merchant)
  const numbers = await takeDeliveryNumbers(ctx, merchants)
  await insertDeliveries(
    ctx.db,
    placed.map(({ delivery, lane }, index) => {
      return { delivery, lane: lane.lane, no: numbers[index] ?? 0 }
    }),
  )
  const waiting = placed.filter(({ delivery }) => delivery.status === 'pending')
  if (waiting.length === 0) return
  await ensureLanes(
    ctx.db,
    waiting.map(({ lane }) => lane),
  )
}
