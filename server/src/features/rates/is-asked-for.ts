import { providersOf } from './providers-of.js'
import type { RateConfig } from './rate-sources.js'
import type { MarketUnit } from './units.js'

/** Whether somebody outside has to say what the unit costs: not when it is fixed, nor when nobody knows it. */
export function isAskedFor(config: RateConfig, unit: MarketUnit): boolean {
  const [preferred = 'fixed'] = providersOf(config, unit)
  return preferred !== 'fixed'
}
