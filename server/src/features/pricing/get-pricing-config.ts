import { planPriceOf } from '../../auth/plans.js'
import { type Address, checksumAddress } from '../../lib/hex.js'
import { centsToDecimal, ppm, ppmFromDecimal, ppmToDecimal } from '../../lib/money.js'
import { findToken, tokenDecimals } from '../../platform/chain/tokens.js'
import type { TxContext } from '../../platform/context.js'
import { planKeys } from '../../platform/limits/limit-settings.js'
import { feeBpsOf, platformFeePct } from '../../platform/limits/platform-fee.js'
import type { FoundRate } from '../rates/find-rate.js'
import { listRateProviders } from '../rates/providers-of.js'
import { getShopConfig } from '../shop/get-shop-config.js'
import type { ShopConfig } from '../shop/schemas.js'
import { findSplit } from '../split/find-split.js'
import { findPricingRate } from './find-pricing-rate.js'
import type { PricingConfig, SettlementToken } from './schemas.js'

/** Returns a merchant's fees and conversion rates. A missing rate does not hide the rest. */
export async function getPricingConfig(
  ctx: Pick<TxContext, 'db' | 'now' | 'config'>,
  merchant: Address,
): Promise<PricingConfig> {
  return describePricing(ctx, { merchant, shop: await getShopConfig(ctx, merchant) })
}

/** Combines a shop's configuration with the platform's share of its split and current rates. */
export async function describePricing(
  ctx: Pick<TxContext, 'db' | 'now' | 'config'>,
  { merchant, shop }: { merchant: Address; shop: ShopConfig },
): Promise<PricingConfig> {
  const { pricing, fees, updatedAt } = shop
  // The fee that buyers of new orders pay.
  const baseFeePct = feeBpsOf(await findSplit(ctx, merchant), ctx.config) / 100
  const addOnFeePct = fees.processingFeePct
  const euro = await findPricingRate(ctx, { pricing, unit: 'EUR' })

  return {
    baseFeePct,
    addOnFeePct,
    totalFeePct: sumPercents([baseFeePct, addOnFeePct]),
    subscriptionFeePct: platformFeePct(ctx.config),
    currencies: pricing.acceptedCurrencies,
    settlementToken: settlementTokenOf(ctx.config.chainId),
    plans: planKeys.map((key) => ({
      key,
      priceUsd: centsToDecimal(planPriceOf(ctx.config, key)),
    })),
    rates: { EUR: describeRate(euro) },
    ...pricing,
    rateProviders: listRateProviders(ctx.config, 'EUR'),
    updatedAt,
  }
}

function describeRate(rate: FoundRate): PricingConfig['rates']['EUR'] {
  if (rate.kind === 'unavailable') return null
  const { usdPerUnit, quotedAt, provider } = rate
  return { usdPerUnit: ppmToDecimal(usdPerUnit), quotedAt, provider }
}

/** Returns the token that payments on a chain settle in. */
export function settlementTokenOf(chainId: number): SettlementToken {
  const usdc = findToken(chainId, 'USDC')
  const address = usdc && checksumAddress(usdc.address)
  return { symbol: 'USDC', decimals: tokenDecimals, address, chainId }
}

/** Adds percentages of at most six decimals exactly: floats of 0.1 and 0.2 do not sum to 0.3. */
export function sumPercents(percents: readonly number[]): number {
  const total = percents.reduce((sum, percent) => sum + millionthsOf(percent), 0n)
  return ppmToDecimal(ppm(total))
}

function millionthsOf(percent: number): bigint {
  const millionths = ppmFromDecimal(percent)
  if (millionths === null) throw new Error(`${percent} has more than six decimals`)
  return millionths
}
