import { plans } from '../../auth/plans.js'
import { centsToDecimal, ppmToDecimal } from '../../lib/money.js'
import { platformFeePct } from '../../lib/platform-fee.js'
import type { TxContext } from '../../platform/context.js'
import type { FoundRate } from '../rates/find-rate.js'
import { listRateProviders } from '../rates/list-rate-providers.js'
import { readSiteConfig } from '../shop/read-site-config.js'
import type { ShopConfig } from '../shop/schemas.js'
import { findPricingRate } from './find-pricing-rate.js'
import type { PricingConfig } from './schemas.js'
import { settlementTokenOf } from './settlement-token.js'
import { sumPercents } from './sum-percents.js'

/** What a shop's configuration and the platform's terms make of prices. */
export async function describePricing(
  ctx: Pick<TxContext, 'db' | 'now' | 'config'>,
  { pricing, fees, updatedAt }: Pick<ShopConfig, 'pricing' | 'fees' | 'updatedAt'>,
): Promise<PricingConfig> {
  const baseFeePct = readSiteConfig(ctx.config).processingFeePct
  const addOnFeePct = fees.processingFeePct
  const euro = await findPricingRate(ctx, { pricing, unit: 'EUR' })

  return {
    baseFeePct,
    addOnFeePct,
    totalFeePct: sumPercents([baseFeePct, addOnFeePct]),
    subscriptionFeePct: platformFeePct,
    currencies: pricing.acceptedCurrencies,
    settlementToken: settlementTokenOf(ctx.config.chainId),
    plans: Object.entries(plans).map(([key, { priceCents }]) => ({
      key,
      priceUsd: centsToDecimal(priceCents),
    })),
    rates: { EUR: describeRate(euro) },
    ...pricing,
    rateProviders: listRateProviders(ctx.config, 'EUR'),
    updatedAt,
  }
}

function describeRate(found: FoundRate): PricingConfig['rates']['EUR'] {
  if (found.kind === 'unavailable') return null
  const { usdPerUnit, quotedAt, provider } = found
  return { usdPerUnit: ppmToDecimal(usdPerUnit), quotedAt, provider }
}
