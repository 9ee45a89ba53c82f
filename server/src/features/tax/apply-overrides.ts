import { ppmFromDecimal } from '../../lib/money.js'
import type { ShopConfig } from '../shop/schemas.js'
import { type Jurisdiction, type RatedComponent, sumRates } from './jurisdiction.js'

type Override = ShopConfig['tax']['overrides'][number]

/**
 * Applies a merchant's overrides: replaces the rates of known jurisdictions and adds unknown ones.
 * Sorted by country, region and code.
 */
export function applyOverrides(
  jurisdictions: readonly Jurisdiction[],
  overrides: readonly Override[],
): Jurisdiction[] {
  const byCode = new Map(jurisdictions.map((jurisdiction) => [jurisdiction.code, jurisdiction]))
  for (const override of overrides) {
    const { code } = override
    byCode.set(code, { ...(byCode.get(code) ?? placeOf(code)), ...ratesOf(override) })
  }
  return [...byCode.values()].toSorted(byPlace)
}

function placeOf(code: string): Pick<Jurisdiction, 'code' | 'country' | 'region' | 'name'> {
  const [country = code, region = null] = code.split('-')
  return { code, country, region, name: code }
}

function ratesOf(override: Override) {
  const components = override.components.map(toRated)
  return {
    components,
    rate: sumRates(components),
    // The date and source of the catalog do not apply to the merchant's rates.
    effectiveFrom: null,
    source: 'Set by the merchant',
    kind: 'merchant' as const,
  }
}

function toRated({ code, name, rate }: Override['components'][number]): RatedComponent {
  const exact = ppmFromDecimal(rate)
  if (exact === null) throw new Error(`a stored tax override has the invalid rate ${rate}`)
  return { code, name, rate: exact }
}

/** Compares code units, so that the order does not depend on the locale. */
function byPlace(a: Jurisdiction, b: Jurisdiction): number {
  return (
    compare(a.country, b.country) ||
    compare(a.region ?? '', b.region ?? '') ||
    compare(a.code, b.code)
  )
}

function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
