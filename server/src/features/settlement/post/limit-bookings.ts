import { isPosted } from '../../../lib/money.js'
import type { Payment } from '../../payments/payment.js'
import { isBookable } from './book-payments.js'

/** Strangers can make any number of payments, so they are deferred in parts. */
const maxBookings = 500

/**
 * Limits the payments that one settlement books, the most valuable first, so that dust does not
 * delay them. The others count as unconfirmed. Returns whether payments are left for the next
 * settlement.
 */
export function limitBookings(payments: readonly Payment[]): {
  payments: Payment[]
  hasMore: boolean
} {
  const unbooked = payments.filter(
    (payment) => payment.state === 'confirmed' && !isPosted(payment) && isBookable(payment),
  )
  const worth = ({ usdMicros }: Payment) => usdMicros ?? 0n
  const deferred = new Set(
    unbooked.toSorted((a, b) => Number(worth(b) - worth(a))).slice(maxBookings),
  )
  return {
    payments: payments.map((payment) =>
      deferred.has(payment) ? { ...payment, state: 'seen' } : payment,
    ),
    hasMore: deferred.size > 0,
  }
}
