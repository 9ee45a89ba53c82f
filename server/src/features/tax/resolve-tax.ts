import { invalidInput } from '../../lib/errors.js'
import type { Ppm } from '../../lib/money.js'
import type { ShopConfig } from '../shop/schemas.js'
import { type Jurisdiction, type RatedComponent, sumRates } from './jurisdiction.js'
import { findMerchantJurisdiction } from './list-jurisdictions.js'

/** The tax on a sale. The rate is the sum of the components. */
export type ResolvedTax = {
  code: string
  name: string
  rate: Ppm
  components: readonly RatedComponent[]
}

/**
 * Returns a merchant's tax in a jurisdiction: all components, or only those named by code or name.
 * An empty list means all components. A sale without tax needs an explicit tax rate of 0.
 *
 * @throws {AppError} `invalid_input` when the jurisdiction or a component is unknown.
 */
export function resolveTax(
  shop: Pick<ShopConfig, 'tax'>,
  input: { jurisdictionCode: string; components?: readonly string[] | undefined },
): ResolvedTax {
  const { jurisdictionCode, components: words = [] } = input
  const jurisdiction = findMerchantJurisdiction(shop, jurisdictionCode)
  if (!jurisdiction) {
    throw invalidInput('jurisdictionCode is unknown. GET /api/tax/catalog lists the valid codes.')
  }

  const { code, name } = jurisdiction
  const components =
    words.length === 0 ? jurisdiction.components : selectComponents(jurisdiction, words)
  return { code, name, rate: sumRates(components), components }
}

/**
 * Selects components by code or name, in the order of the jurisdiction. A code takes precedence
 * over a name, and a shared name selects all its components.
 *
 * @throws {AppError} `invalid_input` when a word matches no component.
 */
export function selectComponents(
  { code, components }: Jurisdiction,
  words: readonly string[],
): RatedComponent[] {
  const selected = new Set<RatedComponent>()
  for (const word of words) {
    const match = namedBy(word, components)
    if (match.length === 0) {
      const codes = components.map((component) => component.code).join(', ')
      throw invalidInput(
        `taxComponents contains an unknown component. The components of ${code} are ${codes}.`,
      )
    }
    for (const component of match) selected.add(component)
  }
  return components.filter((component) => selected.has(component))
}

function namedBy(word: string, components: readonly RatedComponent[]): RatedComponent[] {
  const folded = fold(word)
  const byCode = components.filter(({ code }) => fold(code) === folded)
  return byCode.length > 0 ? byCode : components.filter(({ name }) => fold(name) === folded)
}

function fold(word: string): string {
  return word.normalize('NFC').toLowerCase()
}
