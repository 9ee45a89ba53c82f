import type { Address } from '../../lib/hex.js'
import { DAY_MS, unixMs } from '../../lib/time.js'
import type { TxContext } from '../../platform/context.js'
import { limitReached } from '../../platform/limits/limit-reached.js'
import { maxOfMerchant } from '../../platform/limits/max-of.js'
import { findNthLatest } from './store.js'

/**
 * Requires that the merchant may create another split today.
 *
 * @throws {AppError} `rate_limited`.
 */
export async function requireDeployments(
  ctx: Pick<TxContext, 'db' | 'now' | 'config'>,
  merchant: Address,
): Promise<void> {
  const maxPerDay = maxOfMerchant(ctx.config, 'new-splits', merchant)
  const oldest = await findNthLatest(ctx.db, { merchant, n: maxPerDay })
  const resetAt = oldest === null ? 0 : unixMs(oldest + DAY_MS)
  if (resetAt <= ctx.now()) return
  throw limitReached('new-splits', { owner: 'merchant', most: maxPerDay, resetAt })
}
