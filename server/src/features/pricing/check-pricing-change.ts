import { AppError } from '../../lib/errors.js'
import { choice, nullable } from '../../lib/fields/field-rules.js'
import { readFields } from '../../lib/fields/read-fields.js'
import type { Config } from '../../platform/config/config.js'
import { listRateProviders } from '../rates/providers-of.js'
import type { ShopConfigChange } from '../shop/schemas.js'
import { shopRules } from '../shop/shop-rules.js'

/**
 * Converts a change of pricing into a change of the shop's configuration. Uses the shop's rules with the caller's field
 * names. A rate provider must be one that this deployment uses.
 *
 * @throws {AppError} `invalid_input`, listing every problem.
 */
export function checkPricingChange(change: object, config: Config): ShopConfigChange {
  const { fees, pricing } = shopRules(config.mode)
  const rules = {
    addOnFeePct: fees.processingFeePct,
    ...pricing,
    rateProvider: nullable(choice(listRateProviders(config, 'EUR'))),
  }
  const { accepted, problems } = readFields(rules, change)
  if (problems.length > 0) throw new AppError('invalid_input', problems.join('. '))

  const { addOnFeePct, ...parts } = accepted
  if (addOnFeePct === undefined) return { pricing: parts }
  return { pricing: parts, fees: { processingFeePct: addOnFeePct } }
}
