export const sortKeys = ['name', 'sku', 'product', 'priceUsd', 'stockQty', 'updatedAt'] as const
export type SortKey = (typeof sortKeys)[number]

/** A filter of items. Null matches everything. */
export type ItemFilter = {
  /** Every word must be part of a word in the name, SKU, description, category or tags. */
  q: string | null
  category: string | null
  taxable: boolean | null
  /** `in`: in stock or unlimited. `out`: no stock. `low`: at or below `lowStockQty`. */
  stock: 'in' | 'out' | 'low' | null
  /** In dollar cents, inclusive. */
  minUsdCents: number | null
  maxUsdCents: number | null
  tags: { names: readonly string[]; mode: 'any' | 'all' } | null
  pack: string | null
  /** The exact `parentSku`. */
  parentSku: string | null
  active: boolean | null
}

export type ItemQuery = {
  filter: ItemFilter
  /** Ties are ordered by id. `desc` is the exact reverse of `asc`. */
  sort: SortKey
  order: 'asc' | 'desc'
  offset: number
  limit: number
}

/** Returns whether a query needs the dollar price of every item. */
export function needsDollarPrices({ filter, sort }: ItemQuery): boolean {
  return sort === 'priceUsd' || filter.minUsdCents !== null || filter.maxUsdCents !== null
}
