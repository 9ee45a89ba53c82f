import type { ReceiptEvent, WebhookEvent } from './webhook-event.js'

/**
 * Returns whether an event is a status change of a receipt, under its own kind or that of its
 * status (`receipt.paid`). Newer services may send other kinds.
 *
 * @example
 * if (!isReceiptEvent(event)) return
 * console.log(event.receiptId, event.status)
 */
export function isReceiptEvent(event: WebhookEvent): event is ReceiptEvent {
  return event.event === 'receipt.status_updated' || event.event === `receipt.${event.status}`
}
