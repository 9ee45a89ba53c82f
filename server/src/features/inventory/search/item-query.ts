export const sortKeys = ['name', 'sku', 'priceUsd', 'stockQty', 'updatedAt'] as const
export type SortKey = (typeof sortKeys)[number]

/** Which items are asked for. `null` lets everything pass. */
export type ItemFilter = {
  /** Each of its words must be part of some word of name, SKU, description, category or tags. */
  q: string | null
  category: string | null
  taxable: boolean | null
  /** `in` is more than none or unlimited, `out` is none. */
  stock: 'in' | 'out' | null
  /** In dollar cents, both included. */
  minUsdCents: number | null
  maxUsdCents: number | null
  tags: { names: readonly string[]; mode: 'any' | 'all' } | null
  pack: string | null
  /** Whether only what is offered for sale counts. */
  onlyActive: boolean
}

export type ItemQuery = {
  filter: ItemFilter
  /** Equal keys are told apart by the id; `desc` is exactly the reverse of `asc`. */
  sort: SortKey
  order: 'asc' | 'desc'
  /** How many of the found ones to pass over, and how many to return at most. */
  offset: number
  limit: number
}

/** Whether a query cannot be answered without knowing what every item costs in dollars. */
export function needsDollarPrices({ filter, sort }: ItemQuery): boolean {
  return sort === 'priceUsd' || filter.minUsdCents !== null || filter.maxUsdCents !== null
}
