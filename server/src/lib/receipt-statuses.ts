import type { UnixMs } from './time.js'

export const receiptStatuses = [
  'generated',
  'link_opened',
  'buyer_logged_in',
  'checkout_initialized',
  'pending',
  'checkout_success',
  'tx_mined',
  'recipient_validated',
  'tx_mismatch',
  'paid',
  'completed',
  'reconciled',
  'failed',
  'refund_requested',
  'refunded',
] as const

export type ReceiptStatus = (typeof receiptStatuses)[number]

/** The statuses of receipts that await a payment or its confirmation. */
export const waitingStatuses = [
  'generated',
  'link_opened',
  'buyer_logged_in',
  'checkout_initialized',
  'pending',
  'checkout_success',
  'tx_mined',
  'recipient_validated',
] as const satisfies readonly ReceiptStatus[]

/**
 * How a receipt was created: by an order, at the point of sale, by `POST /api/receipts`, or by a
 * subscription's charge.
 */
export type ReceiptKind = 'order' | 'terminal' | 'direct' | 'subscription'

type StatusFacts = {
  /** One sentence, for documentation. */
  meaning: string
  /** Reports the buyer's progress, not money. */
  isTracking: boolean
  /** Posting a tracking status does not change it. */
  isSettled: boolean
  /** The money was received and not refunded. */
  isPaid: boolean
  /** No status follows. */
  isFinal: boolean
}

const none = { isTracking: false, isSettled: false, isPaid: false, isFinal: false }
const tracking = { ...none, isTracking: true }
const settled = { ...none, isSettled: true }
const paid = { ...settled, isPaid: true }

export const statusFacts: Readonly<Record<ReceiptStatus, StatusFacts>> = {
  generated: { ...none, meaning: 'The receipt was created and awaits payment.' },
  link_opened: { ...tracking, meaning: 'The buyer has opened the payment page.' },
  buyer_logged_in: { ...tracking, meaning: 'The buyer has signed in on the payment page.' },
  checkout_initialized: { ...tracking, meaning: 'The buyer has started the checkout.' },
  pending: {
    ...none,
    meaning:
      'A payment is expected or in progress. Receipts created by POST /api/receipts start here.',
  },
  checkout_success: {
    ...none,
    meaning: 'The buyer has completed the checkout; the payment is not confirmed yet.',
  },
  tx_mined: { ...settled, meaning: 'A transaction that pays this receipt is in a block.' },
  recipient_validated: {
    ...settled,
    meaning: 'The transaction pays the right token to the right address and awaits confirmations.',
  },
  tx_mismatch: {
    ...settled,
    meaning: 'The transaction reverted, or paid with a token that the receipt does not accept.',
  },
  paid: {
    ...paid,
    meaning: 'The payment is confirmed, or the merchant recorded it manually.',
  },
  completed: { ...paid, meaning: 'The payment has been split among its recipients.' },
  reconciled: {
    ...paid,
    meaning: 'The payment is final on chain, or the merchant has reconciled it.',
  },
  failed: { ...none, meaning: 'The last payment attempt failed. The receipt can still be paid.' },
  refund_requested: { ...paid, meaning: 'A refund was requested. The merchant decides.' },
  refunded: { ...settled, isFinal: true, meaning: 'The payment was refunded in full.' },
}

/** Returns the status with this exact name, or null. */
export function readStatus(text: string): ReceiptStatus | null {
  return receiptStatuses.find((status) => status === text) ?? null
}

/** Returns whether a receipt can no longer be paid in time. */
export function isExpired({ expiresAt }: { expiresAt: UnixMs | null }, now: UnixMs): boolean {
  return expiresAt !== null && expiresAt <= now
}
