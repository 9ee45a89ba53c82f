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

/** Returns whether market sources price the unit. False when its rate is fixed or no source knows it. */
export function usesMarketRate(config: RateConfig, unit: MarketUnit): boolean {
  const [preferred = 'fixed'] = providersOf(config, unit)
  return preferred !== 'fixed'
}

function configured({ rateProviders, mode }: RateConfig): readonly ProviderName[] {
  if (rateProviders.length > 0) return rateProviders
  return mode === 'sandbox' ? ['fixed'] : ['chainlink', 'coinbase', 'ecb']
}
