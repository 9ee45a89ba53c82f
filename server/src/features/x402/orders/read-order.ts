import { createHash } from 'node:crypto'
import { invalidInput } from '../../../lib/errors.js'
import { isFields } from '../../../lib/fields/read-fields.js'
import { readOrderItems } from '../../orders/read/read-order-items.js'

export const ordersRoute = '/api/x402/orders'

/** An order that a request wants to pay for. */
export type WantedOrder = {
  shopSlug: string
  items: { id?: string; sku?: string; qty: number }[]
  jurisdictionCode: string | null
}

/**
 * Reads the body of a paid order.
 *
 * @throws {AppError} `invalid_input`, `items_required`.
 */
export function readOrder(body: unknown): WantedOrder {
  if (!isFields(body)) throw invalidInput('Send a JSON object with shopSlug and items.')
  const { shopSlug, items, jurisdictionCode } = body
  if (typeof shopSlug !== 'string' || shopSlug === '') {
    throw invalidInput('shopSlug is required: the slug of a shop in the directory.')
  }
  const orderItems = readOrderItems(items).map(({ id, sku, qty }, index) => {
    if (qty % 1_000n !== 0n)
      throw invalidInput(`items: entry ${index + 1}: qty must be a whole number`)
    return { ...(id === null ? { sku } : { id }), qty: Number(qty / 1_000n) }
  })
  const code = jurisdictionCode ?? null
  if (code !== null && typeof code !== 'string')
    throw invalidInput('jurisdictionCode must be text.')
  return { shopSlug, items: orderItems, jurisdictionCode: code === '' ? null : code }
}

/** Returns an order in the form of the orders API. */
export function bodyOf({ items, jurisdictionCode }: Omit<WantedOrder, 'shopSlug'>) {
  return { items, ...(jurisdictionCode === null ? {} : { jurisdictionCode }) }
}

/** Returns a hash of the order, which every request for the same order has. */
export function fingerprintOf({ shopSlug, items, jurisdictionCode }: WantedOrder): Buffer {
  const canonical = [
    shopSlug,
    jurisdictionCode,
    items.map(({ id = null, sku = null, qty }) => [id, sku, qty]),
  ]
  return createHash('sha256')
    .update(`${ordersRoute}\n${JSON.stringify(canonical)}`)
    .digest()
}
