import { AppError } from '../../lib/errors.js'
import type { Address } from '../../lib/hex.js'
import { DAY_MS, unixMs } from '../../lib/time.js'
import type { TxContext } from '../../platform/context.js'
import { findNthLatest } from './store.js'

/** Each costs the platform gas, and nobody changes their shares this often. */
const perDay = 20

/**
 * Passes while the merchant has had fewer than 20 new splits within a day.
 *
 * @throws {AppError} `rate_limited`.
 */
export async function requireDeployments(
  ctx: Pick<TxContext, 'db' | 'now'>,
  merchant: Address,
): Promise<void> {
  const twentieth = await findNthLatest(ctx.db, { merchant, n: perDay })
  const resetAt = twentieth === null ? 0 : unixMs(twentieth + DAY_MS)
  if (resetAt <= ctx.now()) return
  throw new AppError('rate_limited', `A merchant can have ${perDay} new splits a day`, {
    fields: { resetAt },
  })
}
