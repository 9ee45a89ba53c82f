import { AppError } from '../../lib/errors.js'
import type { FoundRate } from './find-rate.js'
import type { Rate } from './pick-rate.js'
import type { RateUnit } from './units.js'

/**
 * Returns a rate that was found.
 *
 * @throws {AppError} `exchange_rate_unavailable`.
 */
export function requireRate(rate: FoundRate, unit: RateUnit): Rate {
  if (rate.kind === 'unavailable') {
    throw new AppError(
      'exchange_rate_unavailable',
      `No exchange rate for ${unit} is available. Try again in a minute.`,
      { fields: { retryable: true } },
    )
  }
  const { usdPerUnit, quotedAt, provider } = rate
  return { usdPerUnit, quotedAt, provider }
}
