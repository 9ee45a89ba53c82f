import type { ReceiptStatus } from '../../../lib/receipt-statuses.js'
import type { UnixMs } from '../../../lib/time.js'
import type { TxContext } from '../../../platform/context.js'
import { recordEvent } from '../../events/record-event.js'
import type { Receipt } from '../receipt.js'
import { describeStatusChange } from './status-change.js'

/** Records `receipt.status_updated` for a receipt that the transaction has locked and changed. */
export async function recordStatusChange(
  ctx: Pick<TxContext, 'config' | 'db' | 'wakeups'>,
  change: { receipt: Receipt; previousStatus: ReceiptStatus; at: UnixMs },
): Promise<void> {
  const { receipt, previousStatus, at } = change
  const { brandKey } = ctx.config
  await recordEvent(ctx, {
    merchant: receipt.merchant,
    kind: 'receipt.status_updated',
    subject: { receiptId: receipt.id },
    data: describeStatusChange(receipt, { previousStatus, at, brandKey }),
    createdAt: at,
    webhookUrl: receipt.webhookUrl,
    keyId: receipt.keyId,
  })
}
