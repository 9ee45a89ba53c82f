import { AppError } from '../../lib/errors.js'
import type { Split } from './split.js'

/**
 * Returns the split that receives a merchant's payments.
 *
 * @throws {AppError} `split_required`.
 */
export function requireSplit(split: Split | null): Split {
  if (split) return split
  throw new AppError(
    'split_required',
    'Payout recipients are missing. Sign in as the owner and send them to POST /api/split/deploy, for example {"recipients":[{"address":"0x…","sharesBps":10000}]}.',
  )
}
