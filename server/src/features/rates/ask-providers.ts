import { assertNever } from '../../lib/assert-never.js'
import { MINUTE_MS, unixMs } from '../../lib/time.js'
import { createChainlinkProvider } from './chainlink-provider.js'
import { createCoinbaseProvider } from './coinbase-provider.js'
import { createEcbProvider } from './ecb-provider.js'
import { isFresh } from './is-fresh.js'
import {
  type Answer,
  type MarketProviderName,
  type Quote,
  type RateProvider,
  unavailable,
} from './provider.js'
import type { RateContext } from './rate-sources.js'
import { type MarketUnit, marketUnits } from './units.js'

export type Asked = {
  /** In the order of the names. */
  quotes: Quote[]
  /** Who gave no quote that can be used, and why. */
  refused: { provider: MarketProviderName; reason: string }[]
}

/** A quote has to be good until the round after the next has had its chance to replace it. */
const goodForMs = 2 * MINUTE_MS

/** Asks the named sources at the same time and keeps the answers that make sense. */
export async function askProviders(
  ctx: RateContext,
  { unit, names }: { unit: MarketUnit; names: readonly MarketProviderName[] },
): Promise<Asked> {
  const answers = await Promise.all(
    names.map(async (provider) => {
      const answer = await createProvider(ctx, provider).usdPer(unit)
      return { provider, ...checkSense(ctx, { provider, unit, answer }) }
    }),
  )

  return {
    quotes: answers.flatMap((answer) =>
      answer.kind === 'quoted'
        ? [{ provider: answer.provider, rate: answer.rate, quotedAt: answer.quotedAt }]
        : [],
    ),
    refused: answers.flatMap((answer) =>
      answer.kind === 'unavailable' ? [{ provider: answer.provider, reason: answer.reason }] : [],
    ),
  }
}

function createProvider(ctx: RateContext, name: MarketProviderName): RateProvider {
  switch (name) {
    case 'chainlink':
      return createChainlinkProvider(ctx)
    case 'coinbase':
      return createCoinbaseProvider(ctx)
    case 'ecb':
      return createEcbProvider(ctx)
    default:
      return assertNever(name)
  }
}

/** Well-formed is not believable: no source decides that for itself. */
function checkSense(
  ctx: Pick<RateContext, 'now'>,
  { provider, unit, answer }: { provider: MarketProviderName; unit: MarketUnit; answer: Answer },
): Answer {
  if (answer.kind === 'unavailable') return answer

  const { lowest, highest } = marketUnits[unit]
  if (answer.rate < lowest || answer.rate > highest) return unavailable('rate is out of bounds')

  const quote = { provider, unit, quotedAt: answer.quotedAt }
  if (!isFresh(quote, ctx.now())) return unavailable('quote is stale or from the future')
  if (!isFresh(quote, unixMs(ctx.now() + goodForMs))) return unavailable('quote is about to expire')
  return answer
}
