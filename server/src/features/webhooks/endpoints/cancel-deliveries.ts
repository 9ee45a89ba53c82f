import type { Address } from '../../../lib/hex.js'
import type { TxContext } from '../../../platform/context.js'
import { failDeliveriesTo, listLanesTo } from '../delivery-store.js'
import { holdLanes, removeEmptyLanes } from '../lane-store.js'

/** Gives up what is still on its way to an address of the shop. Within a transaction. */
export async function cancelDeliveries(
  ctx: Pick<TxContext, 'db'>,
  endpoint: { merchant: Address; endpointId: string },
): Promise<void> {
  const lanes = await listLanesTo(ctx.db, endpoint)
  await holdLanes(ctx.db, lanes)
  await failDeliveriesTo(ctx.db, endpoint)
  await removeEmptyLanes(ctx.db, lanes)
}
