import { type RateProvider, unavailable } from './provider.js'
import type { RateContext } from './rate-sources.js'

/** What the operator says, always as of now. */
export function createFixedProvider(ctx: Pick<RateContext, 'config' | 'now'>): RateProvider {
  return {
    name: 'fixed',
    async usdPer(unit) {
      const rate = ctx.config.fixedRates[unit]
      return rate === undefined
        ? unavailable('not in FIXED_RATES')
        : { kind: 'quoted', rate, quotedAt: ctx.now() }
    },
  }
}
