import { setTimeout as sleep } from 'node:timers/promises'
import { unixMs } from '../../lib/time.js'
import type { PriceFeedRound } from '../../platform/chain/chain.js'
import { type Answer, type RateProvider, unavailable } from './provider.js'
import { type RateContext, rateSources } from './rate-sources.js'
import { scaleRate } from './scale-rate.js'

/** Chainlink's aggregators on the configured chain. */
export function createChainlinkProvider(ctx: Pick<RateContext, 'config' | 'chain'>): RateProvider {
  const { chainlinkFeeds, answerWithinMs } = rateSources(ctx.config)

  return {
    name: 'chainlink',
    async usdPer(unit) {
      const feed = chainlinkFeeds[unit]
      if (!feed) return unavailable('no aggregator is configured')
      if (!ctx.chain) return unavailable('no chain is configured')

      const tooLate = sleep(answerWithinMs, null, { ref: false })
      try {
        const answer = await Promise.race([ctx.chain.readFeed(feed), tooLate])
        return answer ? toQuote(answer) : unavailable(`no answer within ${answerWithinMs} ms`)
      } catch {
        return unavailable('the chain cannot be asked')
      }
    },
  }
}

/** An aggregator without a round answers zeros; beyond these limits it is no aggregator. */
function toQuote({ answer, decimals, updatedAtSeconds }: PriceFeedRound): Answer {
  if (answer <= 0n || answer >= 2n ** 128n) return unavailable('answer is no price')
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > 36) {
    return unavailable('answer has no sound precision')
  }
  if (updatedAtSeconds <= 0n || updatedAtSeconds > 10n ** 11n) {
    return unavailable('answer has no time')
  }

  const quotedAt = unixMs(Number(updatedAtSeconds) * 1_000)
  return { kind: 'quoted', rate: scaleRate(answer, decimals), quotedAt }
}
