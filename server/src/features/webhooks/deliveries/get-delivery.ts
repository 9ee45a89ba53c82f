import { AppError } from '../../../lib/errors.js'
import type { Address } from '../../../lib/hex.js'
import type { TxContext } from '../../../platform/context.js'
import { isDeliveryId } from '../delivery.js'
import { type FullDelivery, findDelivery } from './delivery-list-store.js'

/**
 * Returns a merchant's delivery with its body.
 *
 * @throws {AppError} `not_found`.
 */
export async function getDelivery(
  ctx: Pick<TxContext, 'db'>,
  { merchant, id }: { merchant: Address; id: string },
): Promise<FullDelivery> {
  const found = isDeliveryId(id) ? await findDelivery(ctx.db, { merchant, id }) : null
  if (!found) throw new AppError('not_found', 'No delivery with this id exists.')
  return found
}
