import type { Address } from '../../lib/hex.js'
import { HOUR_MS } from '../../lib/time.js'
import type { TxContext } from '../../platform/context.js'
import { limitReached } from '../../platform/limits/limit-reached.js'
import { maxOf, maxOfMerchant } from '../../platform/limits/max-of.js'
import { sumFileBytes } from './file-store.js'

/**
 * Requires that another file fits into the storage of a merchant and of the platform.
 *
 * @throws {AppError} `rate_limited`.
 */
export async function requireFileSpace(
  ctx: Pick<TxContext, 'db' | 'config' | 'now'>,
  { merchant, bytes }: { merchant: Address; bytes: number },
): Promise<void> {
  const stored = await sumFileBytes(ctx.db, merchant)
  const max = {
    merchant: maxOfMerchant(ctx.config, 'job-files', merchant),
    platform: maxOf(ctx.config, 'job-files', 'platform') ?? 0,
  }
  for (const owner of ['merchant', 'platform'] as const) {
    if (stored[owner] + bytes <= max[owner]) continue
    // Files of imports go with their import, those of exports after a day.
    const resetAt = ctx.now() + HOUR_MS
    throw limitReached('job-files', { owner, max: max[owner], resetAt })
  }
}
