import type { Address } from '../../../lib/hex.js'
import type { Context } from '../../../platform/context.js'
import { gatherOrderFacts } from '../gather/gather-order-facts.js'
import { readOrder } from '../read/read-order.js'
import type { OrderBody } from '../schemas.js'
import { type PricedOrder, priceOrder } from './price-order.js'

/**
 * Prices an order without placing it. Nothing compares versions later, so the facts are read now.
 *
 * @throws {AppError} `items_required`, `invalid_input`, `inventory_item_not_found`,
 *   `exchange_rate_unavailable`.
 */
export async function quoteOrder(
  ctx: Pick<Context, 'db' | 'now' | 'config' | 'memory' | 'degraded' | 'resolveHost'>,
  { merchant, body }: { merchant: Address; body: OrderBody },
): Promise<PricedOrder> {
  const request = await readOrder(ctx, body)
  const facts = await gatherOrderFacts(ctx, { merchant, ordered: request.ordered })
  return priceOrder(facts, request)
}
