import type { Principal } from '../../auth/caller.js'
import type { Context } from '../../platform/context.js'
import { updateShopConfig } from '../shop/update-shop-config.js'
import { checkPricingChange } from './check-pricing-change.js'
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
