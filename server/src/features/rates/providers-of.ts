import type { ProviderName } from './provider.js'
import { type RateConfig, rateSources } from './rate-sources.js'
import type { MarketUnit } from './units.js'

/** Lists the configured sources that know the unit, in order of preference. */
export function providersOf(config: RateConfig, unit: MarketUnit): ProviderName[] {
  const knows: Record<ProviderName, boolean> = {
    fixed: config.fixedRates[unit] !== undefined,
    chainlink: rateSources(config).chainlinkFeeds[unit] !== undefined,
    coinbase: true,
    ecb: unit === 'EUR',
  }
  return [...new Set(configured(config))].filter((name) => knows[name])
}

/** Returns whether market sources price the unit, rather than a fixed rate. */
export function usesMarketRate(config: RateConfig, unit: MarketUnit): boolean {
  const [preferred = 'fixed'] = providersOf(config, unit)
  return preferred !== 'fixed'
}

function configured({ rateProviders, mode }: RateConfig): readonly ProviderName[] {
  if (rateProviders.length > 0) return rateProviders
  return mode === 'sandbox' ? ['fixed'] : ['chainlink', 'coinbase', 'ecb']
}

/**
 * Lists the sources a merchant can choose from, in the operator's order. `fixed` is listed only
 * where it comes first, because it then replaces the market sources.
 */
export function listRateProviders(config: RateConfig, unit: MarketUnit): ProviderName[] {
  const isMarket = usesMarketRate(config, unit)
  return providersOf(config, unit).filter((name) => (name !== 'fixed') === isMarket)
}
