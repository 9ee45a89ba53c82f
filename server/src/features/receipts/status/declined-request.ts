import { microsFromCents } from '../../../lib/money.js'
import { type ReceiptStatus, statusFacts } from '../../../lib/receipt-statuses.js'
import type { TxContext } from '../../../platform/context.js'
import { sumUnposted } from '../read-model/unposted-payment-store.js'
import type { Receipt } from '../receipt.js'
import { findCredit, findSale } from './post-manual-payment.js'
import { findStatusBefore } from './timeline-store.js'

/** The parts of a sale that stay as they were when a refund request is declined. */
type DeclinedRequest = {
  /** The sale has its money on chain. Otherwise a manual payment pays the receipt. */
  isPaidOnChain: boolean
  /** Its items are out of stock: the request was made for a paid receipt. */
  isStockSold: boolean
}

/** Returns the status before a receipt's refund request, or null without an open request. */
export async function findRequestedFrom(
  { db }: Pick<TxContext, 'db'>,
  { merchant, id, status }: Receipt,
): Promise<ReceiptStatus | null> {
  return status === 'refund_requested' ? findStatusBefore(db, { merchant, id, status }) : null
}

/** Describes the sale of a receipt whose refund request is declined. Null for any other move. */
export async function findDeclined(
  ctx: Pick<TxContext, 'db' | 'now'>,
  { receipt, to }: { receipt: Receipt; to: ReceiptStatus },
): Promise<DeclinedRequest | null> {
  if (receipt.status !== 'refund_requested' || to !== 'paid') return null
  const before = await findRequestedFrom(ctx, receipt)
  const wasPaid = before !== null && statusFacts[before].isPaid
  return {
    isPaidOnChain:
      (await findSale(ctx, receipt)) !== null || (wasPaid && (await isCovered(ctx, receipt))),
    isStockSold: wasPaid,
  }
}

/** Returns whether the receipt has its total on chain. A reorg may have removed a payment. */
async function isCovered(ctx: Pick<TxContext, 'db' | 'now'>, receipt: Receipt): Promise<boolean> {
  const credit = await findCredit(ctx, receipt)
  const posted = credit.reduce((sum, { usdMicros }) => sum + usdMicros, 0n)
  const unposted = await sumUnposted(ctx.db, { merchant: receipt.merchant, receiptId: receipt.id })
  return posted + unposted >= microsFromCents(receipt.totalUsdCents)
}
