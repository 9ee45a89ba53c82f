import { assertNever } from '../../lib/errors.js'
import { ppm } from '../../lib/money.js'
import type { UnixMs } from '../../lib/time.js'
import type { TxContext } from '../../platform/context.js'
import { pickRate, type Rate } from './pick-rate.js'
import { usesMarketRate } from './providers-of.js'
import type { RateConfig } from './rate-sources.js'
import { findStoredRate, type StoredRate } from './store.js'
import type { MarketUnit, RateUnit } from './units.js'

/** The last accepted market rate of a unit. Null when its rate is fixed or not known yet. */
export type MarketRate = StoredRate | null

export type FoundRate = ({ kind: 'rate' } & Rate) | { kind: 'unavailable' }

/**
 * `prefer` names a source. It is ignored when that source has no usable quote or does not exist.
 */
export type RateOptions = { prefer?: string | null }

type FindContext = Pick<TxContext, 'db' | 'now'> & { config: RateConfig }

/** Finds the dollar price of a unit. Dollar tokens cost one dollar by definition, EURC one euro. */
export async function findRate(
  ctx: FindContext,
  unit: RateUnit,
  options: RateOptions = {},
): Promise<FoundRate> {
  switch (unit) {
    case 'USD':
    case 'USDC':
    case 'USDT':
      return identityRate(ctx.now())
    case 'EUR':
    case 'EURC':
      return findMarketRate(ctx, { unit: 'EUR', ...options })
    case 'ETH':
      return findMarketRate(ctx, { unit: 'ETH', ...options })
    default:
      return assertNever(unit)
  }
}

async function findMarketRate(
  ctx: FindContext,
  input: { unit: MarketUnit } & RateOptions,
): Promise<FoundRate> {
  const stored = await findStoredMarketRate(ctx, input.unit)
  const rate = pickRate(ctx, { ...input, stored })
  return rate ? { kind: 'rate', ...rate } : { kind: 'unavailable' }
}

/** Returns the rate of a dollar. */
export function identityRate(now: UnixMs): FoundRate {
  return { kind: 'rate', usdPerUnit: ppm(1_000_000n), quotedAt: now, provider: 'identity' }
}

/** Finds the stored rate of a unit, or null without a database read when its rate is fixed. */
export async function findStoredMarketRate(
  ctx: Pick<FindContext, 'db' | 'config'>,
  unit: MarketUnit,
): Promise<MarketRate> {
  return usesMarketRate(ctx.config, unit) ? findStoredRate(ctx.db, unit) : null
}
