import { microsFromCents } from '../../../lib/money.js'
import { type ValuedPayment, valuePayments } from '../../../platform/chain/assets/value-payments.js'
import type { Bill } from '../../../platform/chain/assets/value-units.js'

/**
 * Returns the index of the payment that completes the amount of a bill, or null. Payments are in
 * chain order, so their sum only grows. Bisects, because third parties can make any number of
 * payments.
 */
export function findCompleting(payments: readonly ValuedPayment[], bill: Bill): number | null {
  const due = microsFromCents(bill.totalUsdCents)
  let low = 0
  let high = payments.length
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (valuePayments(payments.slice(0, middle + 1), bill) >= due) high = middle
    else low = middle + 1
  }
  return low < payments.length ? low : null
}
