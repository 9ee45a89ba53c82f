import { Type } from 'typebox'
import { Check } from 'typebox/value'
import { fetchText } from './fetch-text.js'
import { parseRate } from './parse-rate.js'
import { type RateProvider, unavailable } from './provider.js'
import { type RateContext, rateSources } from './rate-sources.js'

/** Extra fields are allowed. The amount must be text, because a number may have lost precision. */
const SpotPrice = Type.Object({
  data: Type.Object({ amount: Type.String(), base: Type.String(), currency: Type.String() }),
})

/** Reads Coinbase spot prices, which are dated at the time of the response. */
export function createCoinbaseProvider(
  ctx: Pick<RateContext, 'config' | 'fetch' | 'now'>,
): RateProvider {
  return {
    name: 'coinbase',
    async usdPer(unit) {
      const url = `${rateSources(ctx.config).coinbaseUrl}/v2/prices/${unit}-USD/spot`
      const fetched = await fetchText(ctx, { url, accept: 'application/json' })
      if (fetched.kind === 'unavailable') return fetched

      const body = parseJson(fetched.text)
      if (!Check(SpotPrice, body)) return unavailable('response is not a spot price')
      const { amount, base, currency } = body.data
      if (base !== unit || currency !== 'USD') return unavailable('response is for another pair')

      const rate = parseRate(amount)
      return rate === null
        ? unavailable('response has no plain decimal')
        : { kind: 'quoted', rate, quotedAt: ctx.now() }
    },
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
