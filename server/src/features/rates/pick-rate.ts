import type { Ppm } from '../../lib/money.js'
import type { UnixMs } from '../../lib/time.js'
import { isFresh } from './is-fresh.js'
import type { ProviderName, Quote } from './provider.js'
import { providersOf } from './providers-of.js'
import type { RateContext } from './rate-sources.js'
import type { StoredRate } from './store.js'
import type { MarketUnit } from './units.js'

export type Rate = {
  usdPerUnit: Ppm
  quotedAt: UnixMs
  /** `identity` of what is a dollar by definition, `pinned` of what a merchant has set. */
  provider: ProviderName | 'identity' | 'pinned'
}

/**
 * The rate that counts now: the last one that was believed while it is fresh, or else the operator's
 * fixed one if that is a source. `stored` is `null` when nobody has been asked.
 *
 * A preferred source's quote comes before it when the two agreed, for as long as that source's quotes last.
 * So a preference moves a rate within the tolerance at most, and never takes one away.
 */
export function pickRate(
  ctx: Pick<RateContext, 'config' | 'now'>,
  input: { unit: MarketUnit; stored: StoredRate | null; prefer?: string | null },
): Rate | null {
  const { unit, stored, prefer = null } = input
  const names = providersOf(ctx.config, unit)
  // A source that is no longer configured is no longer trusted.
  const quote = believedOf(stored, prefer).find(
    (one) => names.includes(one.provider) && isFresh({ ...one, unit }, ctx.now()),
  )
  if (quote) {
    return { usdPerUnit: quote.rate, quotedAt: quote.quotedAt, provider: quote.provider }
  }
  return names.includes('fixed') ? fixedRate(ctx, unit) : null
}

/** What was believed last, in the order it counts in. */
function believedOf(stored: StoredRate | null, prefer: string | null): Quote[] {
  const rate = stored?.rate
  if (!rate) return []

  const preferred = rate.voters.find(({ provider }) => provider === prefer)
  return preferred ? [preferred, rate] : [rate]
}

function fixedRate(ctx: Pick<RateContext, 'config' | 'now'>, unit: MarketUnit): Rate | null {
  const usdPerUnit = ctx.config.fixedRates[unit]
  return usdPerUnit === undefined ? null : { usdPerUnit, quotedAt: ctx.now(), provider: 'fixed' }
}
