import { AppError } from '../../../lib/errors.js'
import { type Address, isSameAddress } from '../../../lib/hex.js'
import type { TxContext } from '../../../platform/context.js'
import type { Receipt } from '../../receipts/receipt.js'
import { listPayers } from '../../settlement/refund/list-payers.js'

/**
 * Makes sure that this wallet paid a receipt, or some of it, as the chain says.
 *
 * @throws {AppError} `forbidden`.
 */
export async function requirePayer(
  ctx: Pick<TxContext, 'db'>,
  { receipt, wallet }: { receipt: Receipt; wallet: Address },
): Promise<void> {
  const { merchant, id: receiptId, buyerWallet } = receipt
  const payers = [buyerWallet, ...(await listPayers(ctx, { merchant, receiptId }))]
  if (payers.some((payer) => payer !== null && isSameAddress(payer, wallet))) return
  throw new AppError(
    'forbidden',
    'Only the wallet that paid this receipt may ask for the money back. Sign in with that one, or ask the shop.',
  )
}
