import { isReceiptEvent } from './is-receipt-event.js'
import type { UpdatedReceiptEvent, WebhookEvent } from './webhook-event.js'

/**
 * A status change to a paid status.
 *
 * @example
 * const ship = (event: PaidReceiptEvent) => send(event.receiptId)
 */
export type PaidReceiptEvent = UpdatedReceiptEvent & {
  status: 'paid' | 'completed' | 'reconciled'
}

const paidStatuses: readonly string[] = ['paid', 'completed', 'reconciled']

/**
 * Returns whether an event reports a paid receipt. A receipt can pass through several paid
 * statuses: act on the first and expect the others. Returns false for test events (`test: true`).
 *
 * @example
 * if (isPaid(event)) await ship(event.receiptId)
 */
export function isPaid(event: WebhookEvent): event is PaidReceiptEvent {
  return isReceiptEvent(event) && event.test !== true && paidStatuses.includes(event.status)
}
