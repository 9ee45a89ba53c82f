import { choice, displayText, flag, listOf, nullable } from '../../lib/fields/field-rules.js'
import { type AcceptedFields, isFields, type Rule } from '../../lib/fields/read-fields.js'
import {
  type Cents,
  type Currency,
  cents,
  centsFromDecimal,
  currencies,
  ppmFromDecimal,
  ppmToDecimal,
} from '../../lib/money.js'
import { foldText } from '../../lib/search/fold-text.js'
import { type ImageSettings, imageRules } from './image-rules.js'
import { unlimited } from './item.js'

/** Ten billion. Well above it, JSON numbers lose cents. */
const maxCents = cents(10n ** 12n)
const maxStock = 1_000_000_000n
const maxAttributesLength = 8_192

/** Returns the rules of all fields of an item. Fields without a rule are dropped. */
export function itemRules(config: ImageSettings) {
  return {
    sku: displayText({ maxLength: 64, isRequired: true }),
    name: displayText({ maxLength: 200, isRequired: true }),
    description: displayText({ maxLength: 5_000, allowLineBreaks: true }),
    category: displayText({ maxLength: 80 }),
    tags: listOf(tag, { max: 20, keyOf: foldText }),
    priceUsd: nullable(money),
    price: nullable(money),
    currency: nullable(currency),
    priceIncludesTax: flag,
    taxable: flag,
    stockQty: stock({ allowUnlimited: true }),
    lowStockQty: nullable(stock({ allowUnlimited: false })),
    images: imageRules(config),
    industryPack: displayText({ maxLength: 40 }),
    attributes,
    parentSku: nullable(displayText({ maxLength: 64, isRequired: true })),
    options,
    active: flag,
  }
}

/** The given fields of an item, normalized. */
export type ItemChange = AcceptedFields<ReturnType<typeof itemRules>>

const tag: Rule<string> = (value) => {
  const read = displayText({ maxLength: 40, isRequired: true })(value)
  // Queries separate tags with commas.
  const hasComma = 'value' in read && read.value.includes(',')
  return hasComma ? { problem: 'must not contain a comma' } : read
}

const money: Rule<Cents> = (value) => {
  const amount = typeof value === 'number' ? centsFromDecimal(value) : null
  return amount === null || amount < 0n || amount > maxCents
    ? { problem: 'must be a number from 0 to 10000000000 with at most two decimals' }
    : { value: amount }
}

/** Case-insensitive. */
const currency: Rule<Currency> = (value) =>
  choice(currencies)(typeof value === 'string' ? value.toUpperCase() : value)

/** Allows thousandths, for goods sold by weight. */
function stock({ allowUnlimited }: { allowUnlimited: boolean }): Rule<number> {
  const range = 'from 0 to 1000000000 with at most three decimals'
  const problem = allowUnlimited ? `must be -1 (unlimited) or ${range}` : `must be ${range}`
  return (value) => {
    const millionths = typeof value === 'number' ? ppmFromDecimal(value) : null
    const isValid =
      millionths !== null &&
      millionths % 1_000n === 0n &&
      ((allowUnlimited && value === unlimited) ||
        (millionths >= 0n && millionths <= maxStock * 1_000_000n))
    return isValid ? { value: ppmToDecimal(millionths) } : { problem }
  }
}

const attributes: Rule<Record<string, unknown>> = (value) => {
  if (!isFields(value)) return { problem: 'must be an object' }
  const json = JSON.stringify(value)
  return json.length > maxAttributesLength
    ? { problem: `must have at most ${maxAttributesLength} characters as JSON` }
    : // As stored: JSON turns -0 into 0, for example.
      { value: JSON.parse(json) }
}

const maxOptions = 5

const options: Rule<Record<string, string>> = (value) => {
  if (!isFields(value)) return { problem: 'must be an object' }
  const entries = Object.entries(value)
  if (entries.length > maxOptions) return { problem: `must have at most ${maxOptions} options` }

  const read: [string, string][] = []
  for (const [name, choice] of entries) {
    const [readName, readChoice] = [optionText(name), optionText(choice)]
    if ('problem' in readName) return { problem: `names ${readName.problem}` }
    if ('problem' in readChoice) return { problem: `values ${readChoice.problem}` }
    read.push([readName.value, readChoice.value])
  }
  const names = new Set(read.map(([name]) => foldText(name)))
  return names.size === read.length
    ? { value: Object.fromEntries(read) }
    : { problem: 'must not name an option twice' }
}

const optionText: Rule<string> = (value) => {
  const read = displayText({ maxLength: 40, isRequired: true })(value)
  // The CSV file separates options with semicolons and their values with equals signs.
  const hasSeparator = 'value' in read && /[;=]/.test(read.value)
  return hasSeparator ? { problem: 'must not contain ; or =' } : read
}
