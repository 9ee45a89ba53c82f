import type { Address } from '../../lib/hex.js'
import type { Currency } from '../../lib/money.js'
import type { TxContext } from '../../platform/context.js'
import { type FoundRate, findRate } from '../rates/find-rate.js'
import { getShopConfig } from '../shop/get-shop-config.js'
import { findPricingRate } from './find-pricing-rate.js'

/** Finds the rate that converts a merchant's prices in a currency to dollars. */
export async function findMerchantRate(
  ctx: Pick<TxContext, 'db' | 'now' | 'config'>,
  { merchant, unit }: { merchant: Address; unit: Currency },
): Promise<FoundRate> {
  // No setting of the shop affects dollars.
  if (unit === 'USD') return findRate(ctx, unit)

  const { pricing } = await getShopConfig(ctx, merchant)
  return findPricingRate(ctx, { pricing, unit })
}
