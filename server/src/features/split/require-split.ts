import { AppError } from '../../lib/errors.js'
import type { Address } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'
import { findSplit } from './find-split.js'
import type { Split } from './split.js'

/**
 * Returns the split that receives a merchant's payments.
 *
 * @throws {AppError} `split_required`.
 */
export async function requireSplit(ctx: Pick<TxContext, 'db'>, merchant: Address): Promise<Split> {
  const split = await findSplit(ctx, merchant)
  if (split) return split
  throw new AppError('split_required', 'Set up a split contract first: POST /api/split/deploy.')
}
