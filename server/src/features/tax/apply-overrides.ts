import { ppmFromDecimal } from '../../lib/money.js'
import type { ShopConfig } from '../shop/schemas.js'
import type { Jurisdiction, RatedComponent } from './jurisdiction.js'
import { sumRates } from './sum-rates.js'

type Override = ShopConfig['tax']['overrides'][number]

/**
 * The jurisdictions as a merchant has them: an override replaces the rates of one we know and adds one that
 * we do not. Ordered by country, region and code.
 */
export function applyOverrides(
  jurisdictions: readonly Jurisdiction[],
  overrides: readonly Override[],
): Jurisdiction[] {
  const byCode = new Map(jurisdictions.map((known) => [known.code, known]))
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
    // We know neither when it began nor where it comes from, and what we said of ours is not true of it.
    effectiveFrom: null,
    source: 'Set by the merchant',
    kind: 'merchant' as const,
  }
}

function toRated({ code, name, rate }: Override['components'][number]): RatedComponent {
  const exact = ppmFromDecimal(rate)
  if (exact === null) throw new Error(`a tax override was kept with the rate ${rate}`)
  return { code, name, rate: exact }
}

/** By code units and not by a locale, so that every machine has the same order. */
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
