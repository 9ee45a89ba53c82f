import { isPosted } from '../../../lib/money.js'
import type { Payment } from '../../payments/payment.js'
import { isOurs } from './book-payments.js'

/** Strangers can make any number of payments, so they are booked in parts. */
const maxBookings = 500

/**
 * Limits the payments that one settlement books, the most valuable first, so that dust does not delay them. The others count
 * as unconfirmed. Returns whether payments are left for the next settlement.
 */
export function limitBookings(payments: readonly Payment[]): {
  payments: Payment[]
  hasMore: boolean
} {
  const open = payments.filter((one) => one.state === 'confirmed' && !isPosted(one) && isOurs(one))
  const worth = ({ usdMicros }: Payment) => usdMicros ?? 0n
  const left = new Set(open.toSorted((a, b) => Number(worth(b) - worth(a))).slice(maxBookings))
  return {
    payments: payments.map((one) => (left.has(one) ? { ...one, state: 'seen' } : one)),
    hasMore: left.size > 0,
  }
}
