import { findOwner } from '../../auth/merchants/member-store.js'
import { isUnclaimed } from '../../auth/merchants/merchant-store.js'
import { AppError } from '../../lib/errors.js'
import type { Address } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'

/**
 * Returns the wallet that receives the payments of a merchant without a split: its owner.
 *
 * @throws {AppError} `split_required` for an unclaimed merchant. No wallet has its address, so
 *   money sent there is lost.
 */
export async function getPayoutOwner(
  { db }: Pick<TxContext, 'db'>,
  merchant: Address,
): Promise<Address> {
  const owner = await findOwner(db, merchant)
  if (owner) return owner
  if (!(await isUnclaimed(db, merchant))) return merchant
  throw new AppError(
    'split_required',
    'This merchant has no payout address. Sign in with a wallet and claim it with POST /api/keys/claim, then set its recipients with POST /api/split/deploy.',
  )
}
