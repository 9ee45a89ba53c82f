import type { ProviderName } from './provider.js'
import { providersOf, usesMarketRate } from './providers-of.js'
import type { RateConfig } from './rate-sources.js'
import type { MarketUnit } from './units.js'

/**
 * Lists the sources a merchant can choose from, in the operator's order. `fixed` is listed only where it comes first,
 * because it then replaces the market sources.
 */
export function listRateProviders(config: RateConfig, unit: MarketUnit): ProviderName[] {
  const isMarket = usesMarketRate(config, unit)
  return providersOf(config, unit).filter((name) => (name !== 'fixed') === isMarket)
}
