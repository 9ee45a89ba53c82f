import type { Payment } from './follow-payment.js'

/** The stage of a charge, as its screen shows it. */
export type ChargeStage =
  | { kind: 'waiting' }
  /** Money is on its way, and will pay the sale. */
  | { kind: 'seen'; have: number; need: number }
  | { kind: 'underpaid'; paid: number; due: number }
  /** An attempt failed. The sale can still be paid. */
  | { kind: 'failed'; reason: string }
  | { kind: 'closed'; soldOut: readonly string[] }
  | { kind: 'paid'; overpaid: number }

const paidStatuses = ['paid', 'completed', 'reconciled', 'refund_requested', 'refunded']
const seenStatuses = ['tx_mined', 'recipient_validated', 'checkout_success']

/** Derives the stage of a charge from its payment. `total` is in the currency of the receipt. */
export function describeCharge(payment: Payment | null, total: number): ChargeStage {
  if (!payment) return { kind: 'waiting' }
  const { status, failure, confirmations } = payment
  const { due, paid, sent, soldOut, isBlocked, isClosed } = payment.payment
  if (paidStatuses.includes(status)) {
    return { kind: 'paid', overpaid: Math.max(0, Math.round((paid - total) * 100) / 100) }
  }
  if (sent || seenStatuses.includes(status) || (paid > 0 && due <= 0)) {
    return { kind: 'seen', ...confirmations }
  }
  if (payment.card?.status === 'processing') return { kind: 'seen', have: 0, need: 0 }
  if (soldOut.length > 0) return { kind: 'closed', soldOut }
  if (isBlocked || isClosed) return { kind: 'closed', soldOut: [] }
  if (paid > 0) return { kind: 'underpaid', paid, due }
  return failure ? { kind: 'failed', reason: failure.reason } : { kind: 'waiting' }
}

/**
 * Returns whether money has arrived or may be on its way, so that the sale must not end by itself.
 */
export function hasMoney(payment: Payment | null): boolean {
  if (!payment) return false
  const { paid, sent, hasPayment } = payment.payment
  return paid > 0 || sent !== null || hasPayment === true || payment.card?.status === 'processing'
}
