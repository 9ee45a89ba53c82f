import type { Ppm } from '../../lib/money.js'
import type { UnixMs } from '../../lib/time.js'
import type { Config } from '../../platform/config/config.js'
import type { MarketUnit } from './units.js'

export type ProviderName = Config['rateProviders'][number]
/** All known sources, whether or not a deployment uses them. */
export const providerNames = [
  'fixed',
  'chainlink',
  'coinbase',
  'ecb',
] as const satisfies readonly ProviderName[]
/** Sources that can be wrong and are compared with each other. Fixed rates are not. */
export type MarketProviderName = Exclude<ProviderName, 'fixed'>

/** A source's dollar price of a unit. */
export type Quote = { provider: MarketProviderName; rate: Ppm; quotedAt: UnixMs }

export type ProviderResponse =
  | { kind: 'quoted'; rate: Ppm; quotedAt: UnixMs }
  /** The reason is for the log. It is constant and never repeats data from the source. */
  | { kind: 'unavailable'; reason: string }

/** A source of rates, which checks the format. `askProviders` checks the plausibility. */
export type RateProvider = {
  name: ProviderName
  usdPer(unit: MarketUnit): Promise<ProviderResponse>
}

export function unavailable(reason: string): { kind: 'unavailable'; reason: string } {
  return { kind: 'unavailable', reason }
}
