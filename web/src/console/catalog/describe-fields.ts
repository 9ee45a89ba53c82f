import { catalogTexts } from '../../core/texts/en-console-catalog.js'
import type { ConsoleFormats } from '../format/console-formats.js'
import type { Item } from './use-items.js'

const { item: texts } = catalogTexts

/** A field of an item that a person can change. */
export type NamedField = keyof typeof texts.fields

const fieldNames = Object.keys(texts.fields) as NamedField[]

/** Returns the fields of an item as the merchant set them. */
export function fieldsOf(item: Item): Readonly<Record<string, unknown>> {
  const { priceUsd, priceUsdFollowsRate, price, currency, ...fields } = item
  return {
    ...fields,
    priceUsd: priceUsdFollowsRate ? null : (priceUsd ?? null),
    priceEur: currency === 'EUR' ? (price ?? null) : null,
  }
}

/** Returns the fields whose values are not the same everywhere. */
export function listDifferences(
  ...versions: readonly Readonly<Record<string, unknown>>[]
): NamedField[] {
  return fieldNames.filter((name) => {
    // Both are parts of the euro price.
    if (name === 'price' || name === 'currency') return false
    const values = versions.filter((version) => name in version).map((version) => version[name])
    return new Set(values.map((value) => JSON.stringify(value))).size > 1
  })
}

/** Writes the value of a field for people. */
export function describeValue(field: NamedField, value: unknown, format: ConsoleFormats): string {
  if (value === null || value === undefined || value === '') return texts.none
  if (typeof value === 'boolean') return value ? texts.yes : texts.no
  if (typeof value === 'number') {
    if (field === 'priceUsd') return format.money(value, 'USD')
    if (field === 'priceEur') return format.money(value, 'EUR')
    if (field === 'price') return format.amount(value, 'USD')
    return value < 0 ? texts.notCounted : format.count(value)
  }
  if (field === 'images' && Array.isArray(value)) return format.count(value.length)
  if (Array.isArray(value)) return value.length === 0 ? texts.none : format.list(value.map(String))
  if (typeof value === 'object') {
    const pairs = Object.entries(value).map(([name, part]) => `${name} ${writePart(part)}`)
    return pairs.length === 0 ? texts.none : pairs.join(', ')
  }
  return String(value)
}

function writePart(part: unknown): string {
  return typeof part === 'string' ? part : JSON.stringify(part)
}
