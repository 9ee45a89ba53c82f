import {
  decimal,
  displayText,
  flag,
  listOf,
  nullable,
  record,
} from '../../lib/fields/field-rules.js'
import type { Rule } from '../../lib/fields/read-fields.js'
import { ppmFromDecimal } from '../../lib/money.js'

const rate = decimal({ max: 1, decimals: 6 })

/** Accepts the code of a country, or of a region in it. */
export const jurisdiction: Rule<string> = (value) =>
  typeof value === 'string' && /^[A-Za-z]{2}(?:-[A-Za-z0-9]{1,3})?$/.test(value)
    ? { value: value.toUpperCase() }
    : { problem: 'must be a country, or country and region, such as DE or US-CA' }

const componentCode: Rule<string> = (value) =>
  typeof value === 'string' && /^[A-Za-z0-9_-]{1,32}$/.test(value)
    ? { value: value.toLowerCase() }
    : { problem: 'must be 1 to 32 letters, digits, dashes or underscores' }

const component = record({
  code: componentCode,
  name: displayText({ maxLength: 40, isRequired: true }),
  rate,
})

const componentList = listOf(component, { min: 1, max: 10, keyOf: ({ code }) => code })

const components: typeof componentList = (value) => {
  const read = componentList(value)
  if ('problem' in read) return read
  const total = read.value.reduce((sum, part) => sum + (ppmFromDecimal(part.rate) ?? 0n), 0n)
  return total <= 1_000_000n ? read : { problem: 'must have rates that sum to at most 1' }
}

const override = record({ code: jurisdiction, components })

/** The rules of a shop's tax settings. */
export const taxRules = {
  defaultJurisdictionCode: nullable<string | null>((value) =>
    value === '' ? { value: null } : jurisdiction(value),
  ),
  defaultTaxRate: nullable(rate),
  priceIncludesTax: flag,
  taxId: displayText({ maxLength: 64 }),
  overrides: listOf(override, { max: 100, keyOf: ({ code }) => code }),
}
