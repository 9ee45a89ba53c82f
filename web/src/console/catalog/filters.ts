import type { InputOf } from '../api/api-types.js'
import {
  type FilterChecks,
  oneOf,
  readFilterQuery,
  writeFilterQuery,
} from '../format/filter-query.js'

export const stockChoices = ['in', 'low', 'out'] as const
export const sortChoices = ['product', 'name', 'priceUsd', 'stockQty', 'updatedAt'] as const

type SortChoice = (typeof sortChoices)[number]

/** Each filter as the text in the address, under its name in the API. */
export type Filters = {
  q?: string
  category?: string
  tags?: string
  stock?: (typeof stockChoices)[number]
  active?: 'true' | 'false'
  taxable?: 'true' | 'false'
  priceMin?: string
  priceMax?: string
  parentSku?: string
  sort?: SortChoice
  order?: 'asc' | 'desc'
}

type FilterName = keyof Filters

/** The filters that a chip shows and removes together. */
export const chipGroups = {
  active: ['active'],
  stock: ['stock'],
  tags: ['tags'],
  price: ['priceMin', 'priceMax'],
  taxable: ['taxable'],
  parentSku: ['parentSku'],
} as const satisfies Record<string, readonly FilterName[]>

export type ChipName = keyof typeof chipGroups

export type ItemsQuery = NonNullable<InputOf<'get', '/api/inventory'>['query']>

const isAmount = (text: string) => /^\d{1,10}(\.\d{1,2})?$/.test(text)
const isText = (text: string) => text.trim() !== ''

const checks: FilterChecks<FilterName> = {
  q: isText,
  category: isText,
  tags: isText,
  stock: oneOf(stockChoices),
  active: oneOf(['true', 'false']),
  taxable: oneOf(['true', 'false']),
  priceMin: isAmount,
  priceMax: isAmount,
  parentSku: isText,
  sort: oneOf(sortChoices),
  order: oneOf(['asc', 'desc']),
}

/** Reads the filters of an address. Values that no filter can have are left out. */
export function readFilters(search: string): Filters {
  return readFilterQuery(search, checks) as Filters
}

/** Writes filters as the query of an address, in a fixed order. */
export function writeFilters(filters: Filters): string {
  return writeFilterQuery(filters, checks)
}

/** Returns the filters of the chips that are set, in the order in which they are shown. */
export function listChips(filters: Filters): ChipName[] {
  const groups = Object.keys(chipGroups) as ChipName[]
  return groups.filter((group) => chipGroups[group].some((name) => filters[name] !== undefined))
}

/** Returns the filters without some of them. */
export function withoutFilters(filters: Filters, removed: readonly string[]): Filters {
  return Object.fromEntries(Object.entries(filters).filter(([name]) => !removed.includes(name)))
}

/** Returns whether the filters leave items out. */
export function isNarrowed(filters: Filters): boolean {
  return Object.keys(withoutFilters(filters, ['sort', 'order'])).length > 0
}

/** Returns the query of the list. Without another order, variants follow their parent. */
export function toQuery({ sort = 'product', order, ...filters }: Filters): ItemsQuery {
  const usual = sort === 'updatedAt' ? 'desc' : 'asc'
  const { priceMin, priceMax, ...others } = filters
  return {
    ...others,
    ...(priceMin !== undefined && { priceMin: Number(priceMin) }),
    ...(priceMax !== undefined && { priceMax: Number(priceMax) }),
    // Every tag must match, as every other filter must.
    ...(filters.tags !== undefined && { tagsMode: 'all' }),
    sort,
    order: order ?? usual,
  }
}
