import { AppError } from '../../lib/errors.js'
import type { Address } from '../../lib/hex.js'
import { DAY_MS, unixMs } from '../../lib/time.js'
import type { TxContext } from '../../platform/context.js'
import { findNthLatest } from './store.js'

/** Each new split can cost the platform the gas of a deployment. */
const maxPerDay = 20

/**
 * Requires that the merchant created fewer than 20 splits within the last day.
 *
 * @throws {AppError} `rate_limited`.
 */
export async function requireDeployments(
  ctx: Pick<TxContext, 'db' | 'now'>,
  merchant: Address,
): Promise<void> {
  const twentieth = await findNthLatest(ctx.db, { merchant, n: maxPerDay })
  const resetAt = twentieth === null ? 0 : unixMs(twentieth + DAY_MS)
  if (resetAt <= ctx.now()) return
  throw new AppError(
    'rate_limited',
    `The limit of ${maxPerDay} new splits per day is reached. Try again after resetAt.`,
    {
      fields: { resetAt },
    },
  )
}
