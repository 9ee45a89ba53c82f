import type { Address } from '../../lib/hex.js'
import type { Currency } from '../../lib/money.js'
import type { TxContext } from '../../platform/context.js'
import type { Rate } from '../rates/pick-rate.js'
import { requireRate } from '../rates/require-rate.js'
import { findMerchantRate } from './find-merchant-rate.js'

/**
 * Returns the rate that converts a merchant's prices in a currency to dollars.
 *
 * @throws {AppError} `exchange_rate_unavailable`.
 */
export async function getMerchantRate(
  ctx: Pick<TxContext, 'db' | 'now' | 'config'>,
  input: { merchant: Address; unit: Currency },
): Promise<Rate> {
  return requireRate(await findMerchantRate(ctx, input), input.unit)
}
