import type { Address } from '../../../lib/hex.js'
import type { TxContext } from '../../../platform/context.js'
import { requestReceiptCheck } from '../../../platform/notifications/raise-notifications.js'
import { recordReceiptChange } from '../../ledger/changes.js'
import type { Receipt } from '../receipt.js'
import { updateProgress, updateRefundDue } from '../store.js'

/**
 * Flags a receipt whose buyer is due a refund, such as for a subscription that was charged after it
 * was canceled or paused. The list of receipts shows it with `refund_due` until it is refunded.
 */
export async function flagRefundDue(
  ctx: Parameters<typeof requestReceiptCheck>[0],
  { merchant, id }: { merchant: Address; id: string },
): Promise<void> {
  await updateRefundDue(ctx.db, { merchant, id, refundDue: true })
  await requestReceiptCheck(ctx, { merchant, receiptId: id })
}

/** Changes the wallet that paid a locked receipt, without an event. Returns the receipt. */
export async function setBuyerWallet(
  ctx: Pick<TxContext, 'db' | 'now'>,
  { receipt, buyerWallet }: { receipt: Receipt; buyerWallet: Address | null },
): Promise<Receipt> {
  const changed = { ...receipt, buyerWallet, updatedAt: ctx.now() }
  await updateProgress(ctx.db, changed)
  await recordReceiptChange(ctx, { merchant: receipt.merchant, receiptId: receipt.id })
  return changed
}
