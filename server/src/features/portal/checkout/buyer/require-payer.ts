import { AppError } from '../../../../lib/errors.js'
import { type Address, isSameAddress } from '../../../../lib/hex.js'
import type { TxContext } from '../../../../platform/context.js'
import type { Receipt } from '../../../receipts/receipt.js'
import { listPayers } from '../../../refunds/plan/list-payers.js'

/**
 * Requires that this wallet is the buyer of the receipt, or paid at least a cent of it on chain.
 *
 * @throws {AppError} `forbidden`.
 */
export async function requirePayer(
  ctx: Pick<TxContext, 'db'>,
  { receipt, wallet }: { receipt: Receipt; wallet: Address },
): Promise<void> {
  const payers = [receipt.buyerWallet, ...(await listPayers(ctx, receipt))]
  if (payers.some((payer) => payer !== null && isSameAddress(payer, wallet))) return
  throw new AppError(
    'forbidden',
    'Only the wallet that paid this receipt can request a refund. Sign in with that wallet, or contact the shop.',
  )
}
