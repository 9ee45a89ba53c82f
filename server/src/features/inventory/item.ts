import type { Currency } from '../../lib/currencies.js'
import type { Address } from '../../lib/hex.js'
import type { Cents } from '../../lib/money.js'
import type { UnixMs } from '../../lib/time.js'

/** How many there are of what is never counted. */
export const unlimited = -1

/** What a merchant says of an item. */
export type ItemFields = {
  sku: string
  name: string
  description: string
  category: string
  tags: string[]
  /** The dollar price the merchant has set. `null` leaves it to the native one, which then is there. */
  priceUsdCents: Cents | null
  /** The native price, in `currency`. Dollars stand here and nowhere else, once they are given as native. */
  priceCents: Cents | null
  currency: Currency | null
  priceIncludesTax: boolean
  taxable: boolean
  /** What is there, sold or not; -1 when nobody counts. */
  stockQty: number
  images: string[]
  industryPack: string
  attributes: Record<string, unknown>
  /** Whether it is offered for sale. */
  active: boolean
}

/** Something a merchant sells. */
export type Item = ItemFields & {
  merchant: Address
  id: string
  /** What of the stock is promised to buyers who have not paid yet. */
  reservedQty: number
  createdAt: UnixMs
  updatedAt: UnixMs
}

/** The fields of an item that a sale needs. */
export type SaleItem = Pick<
  Item,
  | 'id'
  | 'sku'
  | 'name'
  | 'priceUsdCents'
  | 'priceCents'
  | 'currency'
  | 'priceIncludesTax'
  | 'taxable'
> & {
  /** Changes with every update of the item. */
  version: number
  /** The first image that is small enough, as a data URI. */
  thumb: string | null
}

/** The names of an item's own fields. */
export const itemFieldNames = [
  'sku',
  'name',
  'description',
  'category',
  'tags',
  'priceUsdCents',
  'priceCents',
  'currency',
  'priceIncludesTax',
  'taxable',
  'stockQty',
  'images',
  'industryPack',
  'attributes',
  'active',
] as const satisfies readonly (keyof ItemFields)[]

/** Whether an item costs dollars only by the exchange rate. */
export function followsRate({
  priceUsdCents,
  currency,
}: Pick<ItemFields, 'priceUsdCents' | 'currency'>): boolean {
  return priceUsdCents === null && currency === 'EUR'
}
