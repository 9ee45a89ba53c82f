import { assertNever } from '../../lib/assert-never.js'
import { ppm } from '../../lib/money.js'
import type { TxContext } from '../../platform/context.js'
import { pickRate, type Rate } from './pick-rate.js'
import { usesMarketRate } from './providers-of.js'
import type { RateConfig } from './rate-sources.js'
import { findStoredRate } from './store.js'
import type { MarketUnit, RateUnit } from './units.js'

export type FoundRate = ({ kind: 'rate' } & Rate) | { kind: 'unavailable' }

/** `prefer` names a source. It is ignored when that source has no usable quote or does not exist. */
export type RateOptions = { prefer?: string | null }

type FindContext = Pick<TxContext, 'db' | 'now'> & { config: RateConfig }

/**
 * Finds the current dollar price of a unit. Dollar tokens cost one dollar by definition, and EURC costs one euro.
 */
export async function findRate(
  ctx: FindContext,
  unit: RateUnit,
  options: RateOptions = {},
): Promise<FoundRate> {
  switch (unit) {
    case 'USD':
    case 'USDC':
    case 'USDT':
      return {
        kind: 'rate',
        usdPerUnit: ppm(1_000_000n),
        quotedAt: ctx.now(),
        provider: 'identity',
      }
    case 'EUR':
    case 'EURC':
      return findMarketRate(ctx, { unit: 'EUR', ...options })
    case 'ETH':
      return findMarketRate(ctx, { unit: 'ETH', ...options })
    default:
      return assertNever(unit)
  }
}

/** Fixed rates need no database read. */
async function findMarketRate(
  ctx: FindContext,
  input: { unit: MarketUnit } & RateOptions,
): Promise<FoundRate> {
  const { unit } = input
  const stored = usesMarketRate(ctx.config, unit) ? await findStoredRate(ctx.db, unit) : null
  const rate = pickRate(ctx, { ...input, stored })
  return rate ? { kind: 'rate', ...rate } : { kind: 'unavailable' }
}
