import { dustMicros, microsFromCents } from '../../../lib/money.js'
import { isCounted } from '../../../platform/chain/assets/value-payments.js'
import type { Payment } from '../../payments/payment.js'
import type { Mismatch, Receipt } from '../../receipts/receipt.js'
import { findCompleting } from './find-completing.js'

/**
 * Returns how the payments of a receipt differ from what was due, or null. Only the payment that
 * completes the amount can be late: anyone can add another one later.
 */
export function findMismatch(input: {
  receipt: Pick<Receipt, 'expiresAt' | 'currency' | 'totalUsdCents' | 'totalCents'>
  payments: readonly Payment[]
  paidMicros: bigint
  /** Whether a legal check does not permit to pay the receipt. */
  isBlocked: boolean
}): Mismatch | null {
  const { receipt, payments, paidMicros, isBlocked } = input
  const counted = payments.filter(isCounted)
  if (isBlocked && counted.length > 0) return 'blocked'
  const completing = counted[findCompleting(counted, receipt) ?? counted.length - 1]
  const { expiresAt } = receipt
  if (completing && expiresAt !== null && completing.paidAt > expiresAt) return 'late'
  // Less than a cent is dust, which anyone can add.
  return paidMicros - microsFromCents(receipt.totalUsdCents) >= dustMicros ? 'over' : null
}
