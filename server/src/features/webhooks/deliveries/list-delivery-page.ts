import { AppError } from '../../../lib/errors.js'
import type { Address } from '../../../lib/hex.js'
import type { TxContext } from '../../../platform/context.js'
import type { Delivery } from '../delivery.js'
import { findDeliveryPlace, listDeliveries } from './delivery-list-store.js'
import { badCursor, type DeliveryPageQuery } from './read-delivery-query.js'

/**
 * One page of a merchant's deliveries, the newest first, with where the next one begins: after the last one of this.
 * Places themselves are counted over all merchants, which is nobody's business.
 *
 * @throws {AppError} `invalid_input`.
 */
export async function listDeliveryPage(
  ctx: Pick<TxContext, 'db'>,
  { merchant, query }: { merchant: Address; query: DeliveryPageQuery },
): Promise<{ deliveries: Delivery[]; nextCursor: string | null }> {
  const { limit, after, filter } = query
  const before = after === null ? null : await findDeliveryPlace(ctx.db, { merchant, id: after })
  if (after !== null && before === null) throw new AppError('invalid_input', badCursor)

  const found = await listDeliveries(ctx.db, { merchant, before, limit: limit + 1, filter })
  const deliveries = found.slice(0, limit)
  const last = found.length > limit ? deliveries.at(-1) : undefined
  return { deliveries, nextCursor: last?.id ?? null }
}
