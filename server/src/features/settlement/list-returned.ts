import type { TxContext } from '../../platform/context.js'
import type { ReturnedCredit } from '../ledger/entry.js'
import { listReturnedCredit } from '../ledger/receipt-ledger.js'
import type { Receipt } from '../receipts/receipt.js'
import { refundKey } from '../receipts/refund/post-refund.js'
import { listReturnedPayments, type ReturnedPayment } from './returned-payment-store.js'

/** Credit that was returned, and the payments that it was taken from. They are unknown for returns of earlier versions. */
export type Returned = Omit<ReturnedCredit, 'key'> & { from: readonly ReturnedPayment[] }

/** Lists the credit of a receipt that was returned, oldest first. Most receipts have none, which saves the queries. */
export async function listReturned(
  ctx: Pick<TxContext, 'db'>,
  { merchant, id: receiptId, creditReturnedUsdCents }: Receipt,
): Promise<Returned[]> {
  if (creditReturnedUsdCents === 0n) return []
  const credits = await listReturnedCredit(ctx, { merchant, receiptId })
  const payments = await listReturnedPayments(ctx.db, { merchant, receiptId })
  const byKey = new Map([...payments].map(([id, from]) => [refundKey(id), from]))
  return credits.map(({ key, ...credit }) => ({ ...credit, from: byKey.get(key) ?? [] }))
}
