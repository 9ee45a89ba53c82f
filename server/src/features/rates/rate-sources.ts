import { type Address, parseAddress } from '../../lib/hex.js'
import type { Config } from '../../platform/config/config.js'
import type { Context } from '../../platform/context.js'
import type { MarketUnit } from './units.js'

export type RateSources = {
  ecbRatesUrl: string
  coinbaseUrl: string
  /** Aggregators on the configured chain, by unit. */
  chainlinkFeeds: Partial<Record<MarketUnit, Address>>
  /** The limit for a whole request, from connecting to the last byte, in real time. */
  timeoutMs: number
}

/** Allows tests to shorten the timeout. */
export type RateConfig = Config & { timeoutMs?: number }

export type RateContext = Omit<Context, 'config'> & { config: RateConfig }

/** Known aggregators on Base. On other chains the operator configures them. */
const baseChainId = 8453
const baseFeeds = {
  EUR: '0xc91D87E81faB8f93699ECf7Ee9B44D11e1D53F0F',
  ETH: '0x71041dddad3595F9CEd3DcCFBe3D1F4b0a16Bb70',
}

/** Returns the configured sources, with the known feeds as a default. */
export function rateSources(config: RateConfig): RateSources {
  return {
    ecbRatesUrl: config.ecbRatesUrl,
    coinbaseUrl: config.coinbaseUrl,
    chainlinkFeeds: config.chainlinkFeeds ?? knownFeeds(config.chainId),
    timeoutMs: config.timeoutMs ?? 3_000,
  }
}

function knownFeeds(chainId: number): RateSources['chainlinkFeeds'] {
  if (chainId !== baseChainId) return {}

  const EUR = parseAddress(baseFeeds.EUR)
  const ETH = parseAddress(baseFeeds.ETH)
  if (!EUR || !ETH) throw new Error('a known aggregator has a wrong checksum')
  return { EUR, ETH }
}
