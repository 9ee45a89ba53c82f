import { isReceiptEvent } from './is-receipt-event.js'
import type { UpdatedReceiptEvent, WebhookEvent } from './webhook-event.js'

/**
 * A receipt whose money is in.
 *
 * @example
 * const ship = (event: PaidReceiptEvent) => send(event.receiptId)
 */
export type PaidReceiptEvent = UpdatedReceiptEvent & {
  status: 'paid' | 'completed' | 'reconciled'
}

const paidStatuses: readonly string[] = ['paid', 'completed', 'reconciled']

/**
 * Whether an event says that a receipt's money is in. A receipt goes through several of these statuses, so act on the
 * first and expect the others. Of a trial (`test: true`) it is never true: nobody has paid.
 *
 * @example
 * if (isPaid(event)) await ship(event.receiptId)
 */
export function isPaid(event: WebhookEvent): event is PaidReceiptEvent {
  return isReceiptEvent(event) && event.test !== true && paidStatuses.includes(event.status)
}
