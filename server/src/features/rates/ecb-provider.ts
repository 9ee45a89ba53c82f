import { fetchText } from './fetch-text.js'
import { parseEcb } from './parse-ecb.js'
import { type RateProvider, unavailable } from './provider.js'
import { type RateContext, rateSources } from './rate-sources.js'

/** Reads the euro reference rate of the European Central Bank, published on working days. */
export function createEcbProvider(ctx: Pick<RateContext, 'config' | 'fetch'>): RateProvider {
  return {
    name: 'ecb',
    async usdPer(unit) {
      if (unit !== 'EUR') return unavailable('unit is not quoted by the ECB')

      const url = rateSources(ctx.config).ecbRatesUrl
      const fetched = await fetchText(ctx, { url, accept: 'application/xml, text/xml' })
      if (fetched.kind === 'unavailable') return fetched

      const parsed = parseEcb(fetched.text)
      return parsed ? { kind: 'quoted', ...parsed } : unavailable('response is not the daily file')
    },
  }
}
