import type { Address } from '../../lib/hex.js'
import type { Cents, Currency } from '../../lib/money.js'
import type { UnixMs } from '../../lib/time.js'

/** The stock quantity of an item with unlimited stock. */
export const unlimited = -1

/** The fields of an item that its merchant sets. */
export type ItemFields = {
  sku: string
  name: string
  description: string
  category: string
  tags: string[]
  /** The dollar price set by the merchant. Null if it follows the native price. */
  priceUsdCents: Cents | null
  /** The native price, in `currency`. A native price in dollars is stored here only. */
  priceCents: Cents | null
  currency: Currency | null
  priceIncludesTax: boolean
  taxable: boolean
  /** Stock including reserved items. -1 is unlimited. */
  stockQty: number
  /** The stock at or below which it is low. Null for no warning. */
  lowStockQty: number | null
  images: string[]
  industryPack: string
  attributes: Record<string, unknown>
  /** Groups the variants of one product. Null for an item without variants. */
  parentSku: string | null
  /** The property that distinguishes a variant, such as its size. Empty without `parentSku`. */
  options: Record<string, string>
  /** Whether it is offered for sale. */
  active: boolean
}

export type Item = ItemFields & {
  merchant: Address
  id: string
  /** The part of the stock held for unpaid receipts. */
  reservedQty: number
  /** Counts the changes of the fields. Sales do not count. */
  revision: number
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
  /** The free stock when the item was read. Null if it is unlimited. */
  available: number | null
  /** A reference to the first picture in the media store. */
  thumb: string | null
}

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
  'lowStockQty',
  'images',
  'industryPack',
  'attributes',
  'parentSku',
  'options',
  'active',
] as const satisfies readonly (keyof ItemFields)[]

/** Returns whether an item's dollar price follows the exchange rate. */
export function followsRate(item: Pick<ItemFields, 'priceUsdCents' | 'currency'>): boolean {
  const { priceUsdCents, currency } = item
  return priceUsdCents === null && currency === 'EUR'
}

/** Returns whether an item's stock is at or below the quantity that its merchant set. */
export function isLowOnStock(item: Pick<ItemFields, 'stockQty' | 'lowStockQty'>): boolean {
  const { stockQty, lowStockQty } = item
  return lowStockQty !== null && stockQty !== unlimited && stockQty <= lowStockQty
}
