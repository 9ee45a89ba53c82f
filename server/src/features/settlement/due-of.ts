import { type Cents, type Micros, micros, microsFromCents } from '../../lib/money.js'
import { type ReceiptStatus, statusFacts } from '../receipts/status/statuses.js'
import { type Valued, valuePayments } from './value-payments.js'

/** What of a receipt has been paid so far, and what is still to be. */
export type Due = { paid: Micros; due: Micros }

/** Once it is paid, by hand perhaps, or given back, nobody owes it, whatever the chain says. */
export function dueOf(
  receipt: { status: ReceiptStatus; totalUsdCents: Cents; totalCents: Cents | null },
  payments: readonly Valued[],
): Due {
  const paid = valuePayments(payments, receipt)
  const { isPaid, isFinal } = statusFacts[receipt.status]
  const rest = microsFromCents(receipt.totalUsdCents) - paid
  return { paid, due: micros(isPaid || isFinal || rest < 0n ? 0n : rest) }
}
