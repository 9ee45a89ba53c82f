import type { TxContext } from '../../platform/context.js'
import type { Receipt } from '../receipts/receipt.js'
import { listReturned as listRows } from './returned-payment-store.js'
import type { Returned } from './returned-sql.js'

/** Lists the credit of a receipt that was returned, oldest first. Most receipts have none, which saves the query. */
export async function listReturned(
  { db }: Pick<TxContext, 'db'>,
  { merchant, id: receiptId, creditReturnedUsdCents }: Receipt,
): Promise<Returned[]> {
  return creditReturnedUsdCents === 0n ? [] : listRows(db, { merchant, receiptId })
}
