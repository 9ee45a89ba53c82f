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
  /** `identity` for units that are a dollar by definition, `pinned` for a rate of the merchant. */
  provider: ProviderName | 'identity' | 'pinned'
}

/**
 * Returns the current rate: the last accepted one while it is fresh, otherwise the operator's fixed
 * rate if `fixed` is a source. `stored` is null when no market source is used.
 *
 * The preferred source's quote takes precedence if it agreed with the accepted rate and is still
 * fresh. A preference therefore moves the rate at most within the tolerance and never makes it
 * unavailable.
 */
export function pickRate(
  ctx: Pick<RateContext, 'config' | 'now'>,
  input: { unit: MarketUnit; stored: StoredRate | null; prefer?: string | null },
): Rate | null {
  const { unit, stored, prefer = null } = input
  const names = providersOf(ctx.config, unit)
  // Ignore sources that are no longer configured.
  const quote = acceptedOf(stored, prefer).find(
    (candidate) => names.includes(candidate.provider) && isFresh({ ...candidate, unit }, ctx.now()),
  )
  if (quote) {
    return { usdPerUnit: quote.rate, quotedAt: quote.quotedAt, provider: quote.provider }
  }
  return names.includes('fixed') ? fixedRate(ctx, unit) : null
}

/** Returns the accepted quotes, the preferred one first. */
function acceptedOf(stored: StoredRate | null, prefer: string | null): Quote[] {
  const rate = stored?.rate
  if (!rate) return []

  const preferred = rate.voters.find(({ provider }) => provider === prefer)
  return preferred ? [preferred, rate] : [rate]
}

function fixedRate(ctx: Pick<RateContext, 'config' | 'now'>, unit: MarketUnit): Rate | null {
  const usdPerUnit = ctx.config.fixedRates[unit]
  return usdPerUnit === undefined ? null : { usdPerUnit, quotedAt: ctx.now(), provider: 'fixed' }
}
