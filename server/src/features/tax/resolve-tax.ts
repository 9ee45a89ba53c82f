import { AppError } from '../../lib/errors.js'
import type { Ppm } from '../../lib/money.js'
import type { ShopConfig } from '../shop/schemas.js'
import type { RatedComponent } from './jurisdiction.js'
import { findMerchantJurisdiction } from './list-jurisdictions.js'
import { selectComponents } from './select-components.js'
import { sumRates } from './sum-rates.js'

/** The tax on a sale. The rate is the sum of the components. */
export type ResolvedTax = {
  code: string
  name: string
  rate: Ppm
  components: readonly RatedComponent[]
}

/**
 * Returns a merchant's tax in a jurisdiction: all components, or only those named by code or name. An empty list means
 * all components. A sale without tax needs an explicit tax rate of 0.
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
    throw new AppError(
      'invalid_input',
      'jurisdictionCode is unknown. GET /api/tax/catalog lists the valid codes.',
    )
  }

  const { code, name } = jurisdiction
  const components =
    words.length === 0 ? jurisdiction.components : selectComponents(jurisdiction, words)
  return { code, name, rate: sumRates(components), components }
}
