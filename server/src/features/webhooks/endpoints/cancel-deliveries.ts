import type { Address } from '../../../lib/hex.js'
import type { TxContext } from '../../../platform/context.js'
import { failDeliveriesTo, listLanesTo } from '../delivery-store.js'
import { holdLanes, removeEmptyLanes } from '../lane-store.js'

const switchedOff = { httpStatus: null, error: 'webhook_switched_off', durationMs: 0 } as const

/** Gives up what is still on its way to an address of the shop. Within a transaction. */
export async function cancelDeliveries(
  ctx: Pick<TxContext, 'db' | 'now'>,
  endpoint: { merchant: Address; endpointId: string },
): Promise<void> {
  const lanes = await listLanesTo(ctx.db, endpoint)
  await holdLanes(ctx.db, lanes)
  await failDeliveriesTo(ctx.db, { ...endpoint, reason: { ...switchedOff, at: ctx.now() } })
  await removeEmptyLanes(ctx.db, lanes)
}
