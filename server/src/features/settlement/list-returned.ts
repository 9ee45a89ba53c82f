import type { TxContext } from '../../platform/context.js'
import type { ReturnedCredit } from '../ledger/entry.js'
import { listReturnedCredit } from '../ledger/receipt-ledger.js'
import type { Receipt } from '../receipts/receipt.js'

/** Lists the credit of a receipt that was returned, oldest first. Most receipts have none, which saves the query. */
export async function listReturned(
  ctx: Pick<TxContext, 'db'>,
  { merchant, id, creditReturnedUsdCents }: Receipt,
): Promise<ReturnedCredit[]> {
  return creditReturnedUsdCents > 0n ? listReturnedCredit(ctx, { merchant, receiptId: id }) : []
}
