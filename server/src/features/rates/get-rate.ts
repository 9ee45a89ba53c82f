import { findRate, type RateOptions } from './find-rate.js'
import type { Rate } from './pick-rate.js'
import { requireRate } from './require-rate.js'
import type { RateUnit } from './units.js'

/**
 * What a unit costs in dollars now.
 *
 * @throws {AppError} `exchange_rate_unavailable`.
 */
export async function getRate(
  ctx: Parameters<typeof findRate>[0],
  unit: RateUnit,
  options: RateOptions = {},
): Promise<Rate> {
  return requireRate(await findRate(ctx, unit, options), unit)
}
