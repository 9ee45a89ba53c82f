import type { ReceiptEvent, WebhookEvent } from './webhook-event.js'

/**
 * Whether an event is about the status of a receipt. All others are of kinds that came after this version of the SDK.
 *
 * @example
 * if (!isReceiptEvent(event)) return
 * console.log(event.receiptId, event.status)
 */
export function isReceiptEvent(event: WebhookEvent): event is ReceiptEvent {
  return event.event === 'receipt.status_updated'
}
