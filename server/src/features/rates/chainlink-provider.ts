import { setTimeout as sleep } from 'node:timers/promises'
import { unixMs } from '../../lib/time.js'
import type { PriceFeedRound } from '../../platform/chain/chain.js'
import { scaleRate } from './parse-rate.js'
import { type ProviderResponse, type RateProvider, unavailable } from './provider.js'
import { type RateContext, rateSources } from './rate-sources.js'

/** Reads Chainlink aggregators on the configured chain. */
export function createChainlinkProvider(ctx: Pick<RateContext, 'config' | 'chain'>): RateProvider {
  const { chainlinkFeeds, timeoutMs } = rateSources(ctx.config)

  return {
    name: 'chainlink',
    async usdPer(unit) {
      const feed = chainlinkFeeds[unit]
      if (!feed) return unavailable('no aggregator is configured')
      if (!ctx.chain) return unavailable('no chain is configured')

      const tooLate = sleep(timeoutMs, null, { ref: false })
      try {
        const answer = await Promise.race([ctx.chain.readFeed(feed), tooLate])
        return answer ? toQuote(answer) : unavailable(`no response within ${timeoutMs} ms`)
      } catch {
        return unavailable('the chain is not reachable')
      }
    },
  }
}

/** Rejects zeros, which an aggregator without a round returns, and impossible values. */
function toQuote({ answer, decimals, updatedAtSeconds }: PriceFeedRound): ProviderResponse {
  if (answer <= 0n || answer >= 2n ** 128n) return unavailable('response is not a price')
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > 36) {
    return unavailable('response has an invalid precision')
  }
  if (updatedAtSeconds <= 0n || updatedAtSeconds > 10n ** 11n) {
    return unavailable('response has no valid time')
  }

  const quotedAt = unixMs(Number(updatedAtSeconds) * 1_000)
  return { kind: 'quoted', rate: scaleRate(answer, decimals), quotedAt }
}
