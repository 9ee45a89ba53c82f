import { type Cents, centsToDecimal } from '../../lib/money.js'
import { type ItemFields, itemFieldNames } from './item.js'
import { changedFields } from './merge-item.js'

type Described = Record<string, unknown>

/** Returns the fields that a change of an item affects, before and after, with their API names. */
export function describeChange(
  before: ItemFields | null,
  after: ItemFields,
): { before: Described | null; after: Described } {
  if (!before) return { before: null, after: describeFields(after) }

  const fields = changedFields(before, after)
  return { before: describeFields(before, fields), after: describeFields(after, fields) }
}

/** Returns some or all fields of an item with their API names. */
export function describeFields(
  item: ItemFields,
  fields: readonly (keyof ItemFields)[] = itemFieldNames,
): Described {
  return Object.fromEntries(
    fields.map((field) => {
      if (field === 'priceUsdCents') return ['priceUsd', toDecimal(item[field])]
      if (field === 'priceCents') return ['price', toDecimal(item[field])]
      return [field, item[field]]
    }),
  )
}

function toDecimal(amount: Cents | null): number | null {
  return amount === null ? null : centsToDecimal(amount)
}
