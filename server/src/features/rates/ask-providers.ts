import { assertNever } from '../../lib/errors.js'
import { MINUTE_MS, unixMs } from '../../lib/time.js'
import { createChainlinkProvider } from './chainlink-provider.js'
import { createCoinbaseProvider } from './coinbase-provider.js'
import { createEcbProvider } from './ecb-provider.js'
import { isFresh } from './is-fresh.js'
import {
  type MarketProviderName,
  type ProviderResponse,
  type Quote,
  type RateProvider,
  unavailable,
} from './provider.js'
import type { RateContext } from './rate-sources.js'
import { type MarketUnit, marketUnits } from './units.js'

export type ProviderQuotes = {
  /** In the order of the requested names. */
  quotes: Quote[]
  /** The sources without a usable quote, and why. */
  refused: { provider: MarketProviderName; reason: string }[]
}

/** A quote must stay fresh until the next two rounds have had a chance to replace it. */
const goodForMs = 2 * MINUTE_MS

/** Queries the named sources in parallel and keeps the plausible quotes. */
export async function askProviders(
  ctx: RateContext,
  { unit, names }: { unit: MarketUnit; names: readonly MarketProviderName[] },
): Promise<ProviderQuotes> {
  const responses = await Promise.all(
    names.map(async (provider) => {
      const response = await createProvider(ctx, provider).usdPer(unit)
      return { provider, ...checkPlausible(ctx, { provider, unit, response }) }
    }),
  )

  return {
    quotes: responses.flatMap((response) =>
      response.kind === 'quoted'
        ? [{ provider: response.provider, rate: response.rate, quotedAt: response.quotedAt }]
        : [],
    ),
    refused: responses.flatMap((response) =>
      response.kind === 'unavailable'
        ? [{ provider: response.provider, reason: response.reason }]
        : [],
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

/** Rejects quotes that are well-formed but out of bounds, stale or about to expire. */
function checkPlausible(
  ctx: Pick<RateContext, 'now'>,
  input: { provider: MarketProviderName; unit: MarketUnit; response: ProviderResponse },
): ProviderResponse {
  const { provider, unit, response } = input
  if (response.kind === 'unavailable') return response

  const { lowest, highest } = marketUnits[unit]
  if (response.rate < lowest || response.rate > highest) return unavailable('rate is out of bounds')

  const quote = { provider, unit, quotedAt: response.quotedAt }
  if (!isFresh(quote, ctx.now())) return unavailable('quote is stale or from the future')
  if (!isFresh(quote, unixMs(ctx.now() + goodForMs))) return unavailable('quote is about to expire')
  return response
}
