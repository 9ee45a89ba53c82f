import type { ProviderName } from './provider.js'
import { providersOf, usesMarketRate } from './providers-of.js'
import type { RateConfig } from './rate-sources.js'
import type { MarketUnit } from './units.js'

/**
 * The sources a merchant can choose from, in the operator's order. Fixed rates are one only where they count
 * first, because then nobody else is asked; as a last resort they are not put to the vote.
 */
export function listRateProviders(config: RateConfig, unit: MarketUnit): ProviderName[] {
  const isMarket = usesMarketRate(config, unit)
  return providersOf(config, unit).filter((name) => (name !== 'fixed') === isMarket)
}
