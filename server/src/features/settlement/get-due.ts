import type { TxContext } from '../../platform/context.js'
import type { Receipt } from '../receipts/receipt.js'
import { type Due, dueOf } from './due-of.js'
import { listPayments } from './settle/payment-store.js'

/** What of a receipt has been paid so far, and what is still to be. */
export async function getDue(ctx: Pick<TxContext, 'db'>, receipt: Receipt): Promise<Due> {
  const { merchant, id: receiptId } = receipt
  return dueOf(receipt, await listPayments(ctx.db, { merchant, receiptId }))
}
