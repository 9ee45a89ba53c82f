/** Every word that may stand in a receipt's `status`: both lists of spec 3.1, each word once. */
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

/** How a receipt was made: by an order, at the counter, or by `POST /api/receipts`. */
export type ReceiptKind = 'order' | 'terminal' | 'direct'

type StatusFacts = {
  /** One sentence, for documentation. */
  meaning: string
  /** Says where the buyer is, and nothing about money. */
  isTracking: boolean
  /** A tracking post does not move a receipt out of it. */
  isSettled: boolean
  /** The money is in and has not gone back. */
  isPaid: boolean
  /** Nothing follows. */
  isFinal: boolean
}

const none = { isTracking: false, isSettled: false, isPaid: false, isFinal: false }
const tracking = { ...none, isTracking: true }
const settled = { ...none, isSettled: true }
const paid = { ...settled, isPaid: true }

/** What each status says about a receipt. */
export const statusFacts: Readonly<Record<ReceiptStatus, StatusFacts>> = {
  generated: { ...none, meaning: 'The receipt is made and waits for a payment.' },
  link_opened: { ...tracking, meaning: 'The buyer has opened the payment page.' },
  buyer_logged_in: { ...tracking, meaning: 'The buyer has signed in on the payment page.' },
  checkout_initialized: { ...tracking, meaning: 'The buyer has begun to check out.' },
  pending: {
    ...none,
    meaning:
      'A payment is expected or under way; a receipt made by POST /api/receipts starts here.',
  },
  checkout_success: {
    ...none,
    meaning: 'The buyer says the checkout is done; whether money came is not known yet.',
  },
  tx_mined: { ...settled, meaning: 'A block has a transaction that pays this receipt.' },
  recipient_validated: {
    ...settled,
    meaning: 'The transaction pays the right token to the right address and gathers confirmations.',
  },
  tx_mismatch: {
    ...settled,
    meaning: 'The transaction reverted, or paid in another token or to another address.',
  },
  paid: {
    ...paid,
    meaning: 'The payment is confirmed, or the merchant has marked it as received.',
  },
  completed: { ...paid, meaning: 'The payment has been split among its recipients.' },
  reconciled: {
    ...paid,
    meaning: 'The payment is final on the chain, or the merchant has matched it with the books.',
  },
  failed: { ...none, meaning: 'The last attempt to pay did not succeed; a new one is possible.' },
  refund_requested: { ...paid, meaning: 'The money is asked back and the merchant has to decide.' },
  refunded: { ...settled, isFinal: true, meaning: 'Everything that was paid has been given back.' },
}

/** The status that a word names, exactly as the spec writes it; `null` for any other word. */
export function readStatus(text: string): ReceiptStatus | null {
  return receiptStatuses.find((status) => status === text) ?? null
}
