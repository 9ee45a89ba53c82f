import { type Address, parseAddress } from '../../lib/hex.js'
import type { Config } from '../../platform/config/config.js'
import type { Context } from '../../platform/context.js'
import type { MarketUnit } from './units.js'

/** Where rates come from. */
export type RateSources = {
  ecbRatesUrl: string
  coinbaseUrl: string
  /** Aggregators on the configured chain. A unit without one is not asked there. */
  chainlinkFeeds: Partial<Record<MarketUnit, Address>>
  /** For everything a source does, from connecting to the last byte. Follows the real clock. */
  answerWithinMs: number
}

/** A source may be given less time than usual. */
export type RateConfig = Config & { answerWithinMs?: number }

/** The context as this feature uses it. */
export type RateContext = Omit<Context, 'config'> & { config: RateConfig }

/** On Base. Elsewhere the operator names the aggregators. */
const baseChainId = 8453
const baseFeeds = {
  EUR: '0xc91D87E81faB8f93699ECf7Ee9B44D11e1D53F0F',
  ETH: '0x71041dddad3595F9CEd3DcCFBe3D1F4b0a16Bb70',
}

/** The configured sources, and the known feeds where none are configured. */
export function rateSources(config: RateConfig): RateSources {
  return {
    ecbRatesUrl: config.ecbRatesUrl,
    coinbaseUrl: config.coinbaseUrl,
    chainlinkFeeds: config.chainlinkFeeds ?? knownFeeds(config.chainId),
    answerWithinMs: config.answerWithinMs ?? 3_000,
  }
}

function knownFeeds(chainId: number): RateSources['chainlinkFeeds'] {
  if (chainId !== baseChainId) return {}

  const EUR = parseAddress(baseFeeds.EUR)
  const ETH = parseAddress(baseFeeds.ETH)
  if (!EUR || !ETH) throw new Error('a known aggregator has a wrong checksum')
  return { EUR, ETH }
}
