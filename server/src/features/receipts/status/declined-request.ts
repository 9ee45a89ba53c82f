import type { TxContext } from '../../../platform/context.js'
import { findSaleKey } from '../../ledger/receipt-ledger.js'
import type { Receipt } from '../receipt.js'
import { type ReceiptStatus, statusFacts } from './statuses.js'
import { findStatusBefore } from './timeline-store.js'

/** The parts of a sale that stay as they were when a refund request is declined. */
type Declined = {
  /** The ledger contains the sale. Otherwise a manual payment pays the receipt. */
  isSold: boolean
  /** Its items are out of stock: the request was made for a paid receipt. */
  isStockSold: boolean
}

/**
 * Describes the sale of a receipt whose refund request is declined, or returns null for any other move. Asks the ledger and
 * not whether the receipt was ever paid: a reorg may have removed a payment since.
 */
export async function findDeclined(
  ctx: Pick<TxContext, 'db'>,
  { receipt, to }: { receipt: Receipt; to: ReceiptStatus },
): Promise<Declined | null> {
  const { merchant, id, status } = receipt
  if (status !== 'refund_requested' || to !== 'paid') return null
  const before = await findStatusBefore(ctx.db, { merchant, id, status })
  return {
    isSold: (await findSaleKey(ctx, { merchant, receiptId: id })) !== null,
    isStockSold: before !== null && statusFacts[before].isPaid,
  }
}
