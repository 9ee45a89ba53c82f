import { isDeepStrictEqual } from 'node:util'
import { type ItemFields, itemFieldNames, unlimited } from './item.js'
import type { ItemChange } from './item-rules.js'
import { mergePrices } from './merge-prices.js'

const defaults = {
  description: '',
  category: '',
  tags: [],
  priceIncludesTax: false,
  taxable: true,
  stockQty: unlimited,
  lowStockQty: null,
  images: [],
  industryPack: '',
  attributes: {},
  parentSku: null,
  options: {},
  active: true,
}

const required = ['sku', 'name'] as const

/** Returns the fields of an item after a change. `before` is null for a new item. */
export function mergeItem(
  before: ItemFields | null,
  change: ItemChange,
): { value: ItemFields } | { problem: string } {
  const { priceUsd: _usd, price: _price, currency: _currency, ...rest } = change
  const missing = required.find((field) => before === null && rest[field] === undefined)
  if (missing) return { problem: `${missing} is required for a new item` }

  const prices = mergePrices(before, change)
  if ('problem' in prices) return prices

  const start = before ?? { ...defaults, sku: '', name: '' }
  const merged = { ...start, ...rest, ...prices.value }
  // An item that leaves its siblings leaves its options behind.
  const value = change.parentSku === null ? { ...merged, options: rest.options ?? {} } : merged
  const problem = describeVariantProblem(value)
  return problem ? { problem } : { value }
}

function describeVariantProblem({ sku, parentSku, options }: ItemFields): string | null {
  const hasOptions = Object.keys(options).length > 0
  if (parentSku === null) return hasOptions ? 'options need a parentSku' : null
  if (!hasOptions) return 'a variant needs options, such as {"size": "L"}'
  return parentSku === sku ? 'parentSku must differ from sku' : null
}

/** Returns the names of the fields that differ. */
export function changedFields(before: ItemFields, after: ItemFields): (keyof ItemFields)[] {
  return itemFieldNames.filter(
    (field) => before[field] !== after[field] && !isDeepStrictEqual(before[field], after[field]),
  )
}
