import { assertNever } from '../../../lib/assert-never.js'
import type { ReceiptKind, ReceiptStatus } from './statuses.js'

/** The values that spec 3.1 lists for the status endpoint. */
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

/** A status as one of the eight that the status endpoint documents: `paymentStatus`. */
export function projectStatus(status: ReceiptStatus, kind: ReceiptKind): PaymentStatus {
  switch (status) {
    case 'link_opened':
    case 'buyer_logged_in':
      // Looking at a receipt leaves its payment where it began, and that depends on how it was made.
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
