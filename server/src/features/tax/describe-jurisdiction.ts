import { ppmToDecimal } from '../../lib/money.js'
import type { Jurisdiction } from './jurisdiction.js'
import type { TaxJurisdiction } from './schemas.js'

/** A jurisdiction as callers see it, with rates as decimals. */
export function describeJurisdiction(jurisdiction: Jurisdiction): TaxJurisdiction {
  return {
    ...jurisdiction,
    rate: ppmToDecimal(jurisdiction.rate),
    components: jurisdiction.components.map(({ code, name, rate }) => ({
      code,
      name,
      rate: ppmToDecimal(rate),
    })),
  }
}
