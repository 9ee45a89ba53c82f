import { fetchText } from './fetch-text.js'
import { parseEcb } from './parse-ecb.js'
import { type RateProvider, unavailable } from './provider.js'
import { type RateContext, rateSources } from './rate-sources.js'

/** The European Central Bank's reference rate of the last working day. It knows the euro only. */
export function createEcbProvider(ctx: Pick<RateContext, 'config' | 'fetch'>): RateProvider {
  return {
    name: 'ecb',
    async usdPer(unit) {
      if (unit !== 'EUR') return unavailable('not quoted here')

      const url = rateSources(ctx.config).ecbRatesUrl
      const fetched = await fetchText(ctx, { url, accept: 'application/xml, text/xml' })
      if (fetched.kind === 'unavailable') return fetched

      const parsed = parseEcb(fetched.text)
      return parsed ? { kind: 'quoted', ...parsed } : unavailable('answer is not the daily file')
    },
  }
}
