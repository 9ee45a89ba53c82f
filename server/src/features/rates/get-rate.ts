import { AppError } from '../../lib/errors.js'
import { findRate } from './find-rate.js'
import type { Rate } from './pick-rate.js'
import type { RateUnit } from './units.js'

/**
 * What a unit costs in dollars now.
 *
 * @throws {AppError} `exchange_rate_unavailable`.
 */
export async function getRate(ctx: Parameters<typeof findRate>[0], unit: RateUnit): Promise<Rate> {
  const found = await findRate(ctx, unit)
  if (found.kind === 'unavailable') {
    throw new AppError(
      'exchange_rate_unavailable',
      `There is no exchange rate for ${unit} now. Try again in a minute.`,
      { fields: { retryable: true } },
    )
  }
  const { usdPerUnit, quotedAt, provider } = found
  return { usdPerUnit, quotedAt, provider }
}
