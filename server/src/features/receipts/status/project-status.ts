import { assertNever } from '../../../lib/errors.js'
import type { ReceiptKind, ReceiptStatus } from '../../../lib/receipt-statuses.js'

export const paymentStatuses = [
  'generated',
  'pending',
  'completed',
  'failed',
  'refunded',
  'tx_mined',
  'recipient_validated',
  'tx_mismatch',
] as const

export type PaymentStatus = (typeof paymentStatuses)[number]

/** Maps a status to one of the eight values of `paymentStatus`. */
export function projectStatus(status: ReceiptStatus, kind: ReceiptKind): PaymentStatus {
  switch (status) {
    case 'link_opened':
    case 'buyer_logged_in':
      // Opening a receipt does not change its payment, which starts as pending for direct receipts.
      return kind === 'direct' ? 'pending' : 'generated'
    case 'checkout_initialized':
    case 'checkout_success':
      return 'pending'
    case 'paid':
      return 'recipient_validated'
    case 'reconciled':
    case 'refund_requested':
      return 'completed'
    case 'generated':
    case 'pending':
    case 'completed':
    case 'failed':
    case 'refunded':
    case 'tx_mined':
    case 'recipient_validated':
    case 'tx_mismatch':
      return status
    default:
      return assertNever(status)
  }
}
