import type { Ppm } from '../../lib/money.js'
import type { UnixMs } from '../../lib/time.js'
import type { Config } from '../../platform/config/config.js'
import type { MarketUnit } from './units.js'

export type ProviderName = Config['rateProviders'][number]
/** Every source there is, whether or not a deployment uses it. */
export const providerNames = [
  'fixed',
  'chainlink',
  'coinbase',
  'ecb',
] as const satisfies readonly ProviderName[]
/** Sources that can be wrong. What the operator fixed is not put to the vote. */
export type MarketProviderName = Exclude<ProviderName, 'fixed'>

/** What one source says a unit costs in dollars. */
export type Quote = { provider: MarketProviderName; rate: Ppm; quotedAt: UnixMs }

export type Answer =
  | { kind: 'quoted'; rate: Ppm; quotedAt: UnixMs }
  /** The reason is for the log. It is stable and never repeats what the source sent. */
  | { kind: 'unavailable'; reason: string }

/** A source of rates. It checks form, `askProviders` checks sense. Never throws for what the source does. */
export type RateProvider = {
  name: ProviderName
  usdPer(unit: MarketUnit): Promise<Answer>
}

export function unavailable(reason: string): { kind: 'unavailable'; reason: string } {
  return { kind: 'unavailable', reason }
}
