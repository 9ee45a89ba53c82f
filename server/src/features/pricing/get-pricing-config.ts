import type { Address } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'
import { getShopConfig } from '../shop/get-shop-config.js'
import { describePricing } from './describe-pricing.js'
import type { PricingConfig } from './schemas.js'

/** What a merchant's sales cost and how prices are converted. A rate that is missing does not hide the rest. */
export async function getPricingConfig(
  ctx: Pick<TxContext, 'db' | 'now' | 'config'>,
  merchant: Address,
): Promise<PricingConfig> {
  return describePricing(ctx, await getShopConfig(ctx, merchant))
}
