import { AppError } from '../../lib/errors.js'
import type { Address } from '../../lib/hex.js'
import type { Ppm } from '../../lib/money.js'
import type { TxContext } from '../../platform/context.js'
import type { RatedComponent } from './jurisdiction.js'
import { findJurisdiction, listJurisdictions } from './list-jurisdictions.js'
import { selectComponents } from './select-components.js'
import { sumRates } from './sum-rates.js'

/** What a sale is taxed with. The rate is the sum of the components. */
export type ResolvedTax = {
  code: string
  name: string
  rate: Ppm
  components: readonly RatedComponent[]
}

/**
 * What a merchant's sales are taxed with in a jurisdiction: all of its components, or only those named by
 * code or name. An empty list names none and so leaves all: a sale without tax has to be asked
 * for in as many words, by a tax rate of 0.
 *
 * @throws {AppError} `invalid_input` when the jurisdiction or a component is unknown.
 */
export async function resolveTax(
  ctx: Pick<TxContext, 'db' | 'config'>,
  input: {
    merchant: Address
    jurisdictionCode: string
    components?: readonly string[] | undefined
  },
): Promise<ResolvedTax> {
  const { merchant, jurisdictionCode, components: words = [] } = input
  const jurisdiction = findJurisdiction(await listJurisdictions(ctx, merchant), jurisdictionCode)
  if (!jurisdiction) {
    throw new AppError(
      'invalid_input',
      'jurisdictionCode must be one of those that GET /api/tax/catalog lists',
    )
  }

  const { code, name } = jurisdiction
  const components =
    words.length === 0 ? jurisdiction.components : selectComponents(jurisdiction, words)
  return { code, name, rate: sumRates(components), components }
}
