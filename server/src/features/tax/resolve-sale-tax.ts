import { invalidInput } from '../../lib/errors.js'
import { type Ppm, ppm, ppmFromDecimal } from '../../lib/money.js'
import type { ShopConfig } from '../shop/schemas.js'
import { foldCode, type RatedComponent } from './jurisdiction.js'
import { resolveTax } from './resolve-tax.js'

/** The tax on a sale. Without a jurisdiction there are no components. */
export type SaleTax = {
  jurisdictionCode: string | null
  rate: Ppm
  components: readonly RatedComponent[]
}

/** The unvalidated tax fields of a request. */
export type GivenTax = {
  jurisdictionCode?: unknown
  taxRate?: unknown
  taxComponents?: unknown
}

const maxComponents = 50

/**
 * Resolves the tax on a sale: the given rate, else the given jurisdiction, else the shop's default,
 * else none.
 *
 * @throws {AppError} `invalid_input`.
 */
export function resolveSaleTax(shop: Pick<ShopConfig, 'tax'>, givenTax: GivenTax): SaleTax {
  const rate = readRate(givenTax.taxRate)
  const code = readCode(givenTax.jurisdictionCode)
  const components = readComponents(givenTax.taxComponents)
  const { defaultTaxRate, defaultJurisdictionCode } = shop.tax

  if (rate !== null) {
    // A named jurisdiction and its components must exist, even though the rate takes precedence.
    if (code !== null) resolveTax(shop, { jurisdictionCode: code, components })
    return { jurisdictionCode: code && foldCode(code), rate, components: [] }
  }
  const jurisdictionCode = code ?? (defaultTaxRate === null ? defaultJurisdictionCode : null)
  if (jurisdictionCode !== null) {
    const tax = resolveTax(shop, { jurisdictionCode, components })
    return { jurisdictionCode: tax.code, rate: tax.rate, components: tax.components }
  }
  if (components.length > 0) throw invalidInput('taxComponents requires jurisdictionCode')
  return { jurisdictionCode: null, rate: readRate(defaultTaxRate) ?? ppm(0n), components: [] }
}

function readRate(value: unknown): Ppm | null {
  if (value === undefined || value === null) return null
  const rate = typeof value === 'number' ? ppmFromDecimal(value) : null
  if (rate === null || rate < 0n || rate > 1_000_000n) {
    throw invalidInput('taxRate must be a number from 0 to 1 with at most six decimals')
  }
  return rate
}

function readCode(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null
  if (typeof value !== 'string') throw invalidInput('jurisdictionCode must be a string')
  return value
}

function readComponents(value: unknown): string[] {
  if (value === undefined || value === null) return []
  const isGood =
    Array.isArray(value) &&
    value.length <= maxComponents &&
    value.every((name) => typeof name === 'string')
  if (!isGood) throw invalidInput(`taxComponents must be a list of at most ${maxComponents} names`)
  return value
}
