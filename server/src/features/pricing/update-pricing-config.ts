import type { Principal } from '../../auth/caller.js'
import { invalidInput } from '../../lib/errors.js'
import { choice, nullable } from '../../lib/fields/field-rules.js'
import { readFields } from '../../lib/fields/read-fields.js'
import type { Config } from '../../platform/config/config.js'
import type { Context } from '../../platform/context.js'
import { listRateProviders } from '../rates/providers-of.js'
import type { ShopConfigChange } from '../shop/schemas.js'
import { shopRules } from '../shop/shop-rules.js'
import { updateShopConfig } from '../shop/update-shop-config.js'
import { describePricing } from './get-pricing-config.js'
import { requireMerchantOwned } from './require-merchant-owned.js'
import type { PricingConfig, PricingConfigChange } from './schemas.js'

/**
 * Changes a merchant's pricing, which is part of the shop's configuration, and returns the result.
 *
 * @throws {AppError} `forbidden` when the change names a field of the platform, `invalid_input`.
 */
export async function updatePricingConfig(
  ctx: Context,
  input: { change: PricingConfigChange; by: Principal },
): Promise<PricingConfig> {
  requireMerchantOwned(input.change)
  const change = checkPricingChange(input.change, ctx.config)
  const shop = await updateShopConfig(ctx, { change, by: input.by })
  return describePricing(ctx, { merchant: input.by.merchant, shop })
}

/**
 * Converts a change of pricing into a change of the shop's configuration. Uses the shop's rules
 * with the caller's field names. A rate provider must be one that this deployment uses.
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
  if (problems.length > 0) throw invalidInput(problems.join('. '))

  const { addOnFeePct, ...parts } = accepted
  if (addOnFeePct === undefined) return { pricing: parts }
  return { pricing: parts, fees: { processingFeePct: addOnFeePct } }
}
