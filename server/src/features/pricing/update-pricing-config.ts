import type { Actor } from '../../auth/caller.js'
import type { Context } from '../../platform/context.js'
import { updateShopConfig } from '../shop/update-shop-config.js'
import { checkPricingChange } from './check-pricing-change.js'
import { describePricing } from './get-pricing-config.js'
import { requireMerchantOwned } from './require-merchant-owned.js'
import type { PricingConfig, PricingConfigChange } from './schemas.js'

/**
 * Changes what a merchant decides about pricing, which is kept in the shop's configuration, and
 * returns all of it.
 *
 * @throws {AppError} `forbidden` when the change names what belongs to the platform, `invalid_input`.
 */
export async function updatePricingConfig(
  ctx: Context,
  input: { change: PricingConfigChange; by: Actor },
): Promise<PricingConfig> {
  requireMerchantOwned(input.change)
  const change = checkPricingChange(input.change, ctx.config)
  return describePricing(ctx, await updateShopConfig(ctx, { change, by: input.by }))
}
