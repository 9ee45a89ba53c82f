import type { Address } from '../../lib/hex.js'
import { type Currency, ppmFromDecimal } from '../../lib/money.js'
import type { Context, TxContext } from '../../platform/context.js'
import {
  type FoundRate,
  findRate,
  findStoredMarketRate,
  type MarketRate,
} from '../rates/find-rate.js'
import { pickRate, type Rate } from '../rates/pick-rate.js'
import { requireRate } from '../rates/require-rate.js'
import { getShopConfig } from '../shop/get-shop-config.js'
import type { ShopConfig } from '../shop/schemas.js'

type Pricing = ShopConfig['pricing']
type PinnedUnit = keyof Pricing['ratePins']

/** Finds a shop's rate: its pinned rate, or a market rate from its preferred provider. */
export async function findPricingRate(
  ctx: Pick<TxContext, 'db' | 'now' | 'config'>,
  { pricing, unit }: { pricing: Pricing; unit: PinnedUnit },
): Promise<FoundRate> {
  const isPinned = pricing.ratePins[unit] !== null
  const stored = isPinned ? null : await findStoredMarketRate(ctx, unit)
  return pickPricingRate(ctx, { pricing, unit, stored })
}

/** Does the same with a stored rate that was read before. */
export function pickPricingRate(
  ctx: Pick<Context, 'now' | 'config'>,
  { pricing, unit, stored }: { pricing: Pricing; unit: PinnedUnit; stored: MarketRate },
): FoundRate {
  const pin = pricing.ratePins[unit]
  if (pin === null) {
    const rate = pickRate(ctx, { unit, stored, prefer: pricing.rateProvider })
    return rate ? { kind: 'rate', ...rate } : { kind: 'unavailable' }
  }

  const usdPerUnit = ppmFromDecimal(pin)
  if (usdPerUnit === null)
    throw new Error(`the pinned rate ${pin} of ${unit} has more than six decimals`)
  return { kind: 'rate', usdPerUnit, quotedAt: ctx.now(), provider: 'pinned' }
}

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

/**
 * Returns the rate that converts a merchant's prices in a currency to dollars.
 *
 * @throws {AppError} `exchange_rate_unavailable`.
 */
export async function getMerchantRate(
  ctx: Pick<TxContext, 'db' | 'now' | 'config'>,
  input: { merchant: Address; unit: Currency },
): Promise<Rate> {
  return requireRate(await findMerchantRate(ctx, input), input.unit)
}
