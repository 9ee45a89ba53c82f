import { AppError } from '../../lib/errors.js'
import type { Split } from './split.js'

/**
 * Returns the split that receives a merchant's payments.
 *
 * @throws {AppError} `split_required`.
 */
export function requireSplit(split: Split | null): Split {
  if (split) return split
  throw new AppError('split_required', 'Set up a split contract first: POST /api/split/deploy.')
}
