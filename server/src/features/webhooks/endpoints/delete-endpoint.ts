import type { Author } from '../../../auth/caller.js'
import { lockMerchant } from '../../../auth/merchants/merchant-store.js'
import type { Context } from '../../../platform/context.js'
import { recordChange } from '../../audit/record-change.js'
import { cancelDeliveries } from './cancel-deliveries.js'
import { describeEndpoint } from './describe-endpoint.js'
import { deleteEndpoint as deleteRow } from './endpoint-store.js'
import { getEndpoint } from './get-endpoint.js'

/**
 * Deletes an endpoint and fails its pending deliveries.
 *
 * @throws {AppError} `not_found`.
 */
export async function deleteEndpoint(
  ctx: Context,
  { by, id }: { by: Author; id: string },
): Promise<void> {
  const { merchant } = by
  await ctx.db.transaction(async (tx) => {
    const inTx = { ...ctx, db: tx }
    await lockMerchant(tx, merchant)
    const endpoint = await getEndpoint(inTx, { merchant, id })
    await deleteRow(tx, { merchant, id })
    await cancelDeliveries(inTx, { merchant, endpointId: id })
    const before = describeEndpoint(endpoint)
    await recordChange(inTx, { by, action: 'webhook.deleted', target: id, before, after: null })
  })
}
