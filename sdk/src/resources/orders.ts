import type { components } from '../generated/api.js'
import { type CreateOptions, readIdempotencyKey } from '../idempotency-key.js'
import type { SendRequest } from '../request.js'
import type { Receipt } from './receipts.js'

type Schemas = components['schemas']

/** The price of an order, with tax and fee. */
export type OrderQuote = Schemas['OrderQuote']

/** An item by id or SKU. `qty` is at least 1, with up to three decimals. */
export type OrderedItem = { id: string; qty: number } | { sku: string; qty: number }

/** An order to create or quote. `docs/receipts.md` lists every field. */
export type NewOrder = Schemas['OrderBody'] & { items: readonly OrderedItem[] }

/**
 * Orders of catalog items.
 *
 * @example
 * const { totalUsd } = await client.orders.quote({ items: [{ sku: 'COFFEE-1', qty: 1 }] })
 */
export type OrdersResource = {
  /**
   * Creates a receipt from an order, adds tax and fee, and reserves stock. Requires the scope
   * `orders:create`.
   *
   * @throws {TypeError} when the idempotency key is invalid
   * @example
   * const { paymentUrl } = await client.orders.create(
   *   { items: [{ sku: 'COFFEE-1', qty: 1 }], taxRate: 0.095 },
   *   { idempotencyKey: 'cart-1001' },
   * )
   */
  create(order: NewOrder, options?: CreateOptions): Promise<Receipt>
  /** Returns the price of an order without reserving stock. Requires the scope `orders:create`. */
  quote(order: NewOrder): Promise<OrderQuote>
}

/** Creates the order calls on top of `request`. */
export function createOrdersResource(request: SendRequest): OrdersResource {
  return {
    create: async (order, options = {}) => {
      const { receipt } = await request<{ receipt: Receipt }>({
        method: 'POST',
        path: '/api/orders',
        body: order,
        idempotencyKey: readIdempotencyKey(options),
      })
      return receipt
    },
    quote: async (order) => {
      const { quote } = await request<{ quote: OrderQuote }>({
        method: 'POST',
        path: '/api/orders/quote',
        body: order,
      })
      return quote
    },
  }
}
