import { AppError } from '../../../lib/errors.js'
import type { Address } from '../../../lib/hex.js'
import { depositOf } from '../../../platform/chain/deposit-address.js'
import type { TxContext } from '../../../platform/context.js'
import type { Receipt } from '../../receipts/receipt.js'
import { findSplitOwner } from '../../split/find-split.js'

/**
 * Requires that a refund goes to a wallet. A split would pay the money to the recipients of a shop,
 * and the deposit address of the receipt would count it as a payment.
 *
 * @throws {AppError} `invalid_buyer`.
 */
export async function requireBuyer(
  ctx: Pick<TxContext, 'db' | 'config'>,
  { receipt, buyer }: { receipt: Receipt; buyer: Address },
): Promise<void> {
  const { chainId } = ctx.config
  const isDeposit = buyer === depositOf(ctx.config, receipt).address
  if (!isDeposit && (await findSplitOwner(ctx, { chainId, address: buyer })) === null) return
  const place = isDeposit ? 'the deposit address of this receipt' : 'a split contract'
  throw new AppError('invalid_buyer', `buyer is ${place}. Pass the wallet of the buyer.`)
}
