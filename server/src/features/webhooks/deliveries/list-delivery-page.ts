import type { Address } from '../../../lib/hex.js'
import type { TxContext } from '../../../platform/context.js'
import { invalidCursor } from '../../../platform/http/read-query.js'
import type { Delivery } from '../delivery.js'
import { findDeliveryNumber, listDeliveries } from './delivery-list-store.js'
import type { DeliveryPageQuery } from './read-delivery-query.js'

/**
 * Returns a page of a merchant's deliveries, newest first, and the cursor of the next page. The cursor is the id of the
 * last delivery, because delivery numbers are internal.
 *
 * @throws {AppError} `invalid_input`.
 */
export async function listDeliveryPage(
  ctx: Pick<TxContext, 'db'>,
  { merchant, query }: { merchant: Address; query: DeliveryPageQuery },
): Promise<{ deliveries: Delivery[]; nextCursor: string | null }> {
  const { limit, after, filter } = query
  const before = after === null ? null : await findDeliveryNumber(ctx.db, { merchant, id: after })
  if (after !== null && before === null) throw invalidCursor()

  const found = await listDeliveries(ctx.db, { merchant, before, limit: limit + 1, filter })
  const deliveries = found.slice(0, limit)
  const last = found.length > limit ? deliveries.at(-1) : undefined
  return { deliveries, nextCursor: last?.id ?? null }
}
