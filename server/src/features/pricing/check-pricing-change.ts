import { AppError } from '../../lib/errors.js'
import { choice, nullable } from '../../lib/fields/field-rules.js'
import { readFields } from '../../lib/fields/read-fields.js'
import type { Config } from '../../platform/config/config.js'
import { listRateProviders } from '../rates/list-rate-providers.js'
import type { ShopConfigChange } from '../shop/schemas.js'
import { shopRules } from '../shop/shop-rules.js'

/**
 * The change of the shop's configuration that a change of its pricing is. By the shop's rules, so that they
 * stand in one place, but under the names the caller used; and a source must be one that is asked here.
 *
 * @throws {AppError} `invalid_input`, with everything that is wrong.
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
