import type { Ppm } from '../../lib/money.js'
import type { UnixMs } from '../../lib/time.js'
import { createFixedProvider } from './fixed-provider.js'
import { isFresh } from './is-fresh.js'
import type { ProviderName } from './provider.js'
import { providersOf } from './providers-of.js'
import type { RateContext } from './rate-sources.js'
import type { StoredRate } from './store.js'
import type { MarketUnit } from './units.js'

export type Rate = { usdPerUnit: Ppm; quotedAt: UnixMs; provider: ProviderName | 'identity' }

/**
 * The rate that counts now: the last one that was believed while it is fresh, or else the operator's
 * fixed one if that is a source. `stored` is `null` when nobody has been asked.
 */
export async function pickRate(
  ctx: Pick<RateContext, 'config' | 'now'>,
  { unit, stored }: { unit: MarketUnit; stored: StoredRate | null },
): Promise<Rate | null> {
  const names = providersOf(ctx.config, unit)
  const last = stored?.rate
  // A source that is no longer configured is no longer trusted.
  const isLastGood = last && names.includes(last.provider) && isFresh({ ...last, unit }, ctx.now())
  if (isLastGood) {
    return { usdPerUnit: last.rate, quotedAt: last.quotedAt, provider: last.provider }
  }
  return names.includes('fixed') ? fixedRate(ctx, unit) : null
}

async function fixedRate(
  ctx: Pick<RateContext, 'config' | 'now'>,
  unit: MarketUnit,
): Promise<Rate | null> {
  const answer = await createFixedProvider(ctx).usdPer(unit)
  if (answer.kind === 'unavailable') return null
  return { usdPerUnit: answer.rate, quotedAt: answer.quotedAt, provider: 'fixed' }
}
