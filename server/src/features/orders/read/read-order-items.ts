import { AppError, invalidInput } from '../../../lib/errors.js'
import { isFields } from '../../../lib/fields/read-fields.js'
import { ppmFromDecimal } from '../../../lib/money.js'

/** An ordered item, by id if given, otherwise by SKU. */
export type OrderedItem =
  | { id: string; sku: null; qty: Thousandths }
  | { id: null; sku: string; qty: Thousandths }

/** A quantity in thousandths: 1.5 is 1_500n. */
export type Thousandths = bigint

const maxItems = 200
const maxQty = 1_000_000_000n

/**
 * Reads the items of an order.
 *
 * @throws {AppError} `items_required`, `invalid_input`.
 */
export function readOrderItems(items: unknown): OrderedItem[] {
  const isMissing = items === undefined || items === null
  if (isMissing || (Array.isArray(items) && items.length === 0)) {
    throw new AppError(
      'items_required',
      'items is required: send at least one {id or sku, qty}. GET /api/inventory lists your items, POST /api/inventory adds one.',
    )
  }
  if (!Array.isArray(items) || items.length > maxItems) {
    throw invalidInput(`items must be a list of at most ${maxItems} entries`)
  }
  return items.map(readItem)
}

function readItem(item: unknown, index: number): OrderedItem {
  const place = `items: entry ${index + 1}:`
  if (!isFields(item)) throw invalidInput(`${place} must be an object`)
  const qty = readQty(item['qty'])
  if (qty === null) {
    throw invalidInput(`${place} qty must be from 1 to 1000000 with at most three decimals`)
  }
  const { id, sku } = item
  if (isName(id)) return { id, sku: null, qty }
  if (isName(sku) && (id === undefined || id === null || id === '')) return { id: null, sku, qty }
  throw invalidInput(`${place} must have an id or a sku`)
}

function readQty(value: unknown): Thousandths | null {
  const millionths = typeof value === 'number' ? ppmFromDecimal(value) : null
  if (millionths === null || millionths % 1_000n !== 0n) return null
  const qty = millionths / 1_000n
  return qty >= 1_000n && qty <= maxQty ? qty : null
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}
