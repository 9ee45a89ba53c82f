import type { PortalReceipt } from '@tallystick/sdk'

/**
 * The stage of a payment from the buyer's point of view. Everything the page shows depends on it.
 */
export type Stage =
  /** Nothing has been paid. */
  | 'open'
  /** The last attempt failed. The buyer can try again. */
  | 'failed'
  /** The receipt expired unpaid. */
  | 'expired'
  /** Other buyers got items of the order first. The receipt cannot be paid while they are gone. */
  | 'sold_out'
  /** The shop takes no payments. */
  | 'closed'
  /** The receipt cannot be paid right now, for example for lack of an exchange rate. */
  | 'unavailable'
  /** The charge of a subscription pays it. */
  | 'automatic'
  /** A payment was announced and has not been detected yet. */
  | 'sent'
  /** A card was charged, and its provider sends the money. */
  | 'card_charged'
  | 'part_paid'
  /** The full amount was received and is being confirmed. */
  | 'confirming'
  /** A transaction arrived that does not count. */
  | 'mismatch'
  | 'paid'
  | 'refund_requested'
  | 'refunded'

type ReceiptState = Pick<PortalReceipt, 'status' | 'payment' | 'failure' | 'card'>

/** Derives the stage of a receipt from its status and payments. */
export function deriveStage(receipt: ReceiptState): Stage {
  const { status } = receipt
  switch (status) {
    case 'paid':
    case 'completed':
    case 'reconciled':
      return 'paid'
    case 'refund_requested':
    case 'refunded':
      return status
    case 'tx_mined':
    case 'recipient_validated':
      return receivedStage(receipt) ?? 'confirming'
    case 'tx_mismatch':
      return sentStage(receipt) ?? 'mismatch'
    default:
      return sentStage(receipt) ?? unpaidStage(receipt)
  }
}

/** Anyone can send less, which does not make a receipt partly paid. */
export const minPartUsd = 0.01

/**
 * An announced payment counts until it is detected. A detected payment counts before it is
 * confirmed.
 */
function sentStage(receipt: ReceiptState): Stage | null {
  const { sent, soldOut } = receipt.payment
  if (sent) return 'sent'
  if (receipt.card?.status === 'processing') return 'card_charged'
  return soldOut.length > 0 ? 'sold_out' : receivedStage(receipt)
}

function receivedStage({ payment }: ReceiptState): Stage | null {
  const { paidUsd, dueUsd, isClosed, isBlocked } = payment
  if (paidUsd === 0 || (paidUsd < minPartUsd && dueUsd > 0)) return null
  if (dueUsd === 0) return 'confirming'
  if (isBlocked) return 'failed'
  return isClosed ? 'closed' : 'part_paid'
}

function unpaidStage({ status, payment, failure }: ReceiptState): Stage {
  if (payment.options.length > 0) return status === 'failed' || failure ? 'failed' : 'open'
  if (payment.isBlocked) return 'failed'
  if (payment.isAutomatic) return 'automatic'
  if (payment.isOver) return 'expired'
  return payment.isClosed ? 'closed' : 'unavailable'
}

/**
 * Returns whether any money was seen or sent, even if it does not count. The page then never says
 * that nothing was charged.
 */
export function hasPayment({ payment }: Pick<PortalReceipt, 'payment'>): boolean {
  return payment.hasPayment === true || payment.sent !== null || payment.paidUsd > 0
}

/** Returns whether to offer payment. */
export function canPay(receipt: ReceiptState): boolean {
  return payableStages.includes(deriveStage(receipt)) && receipt.payment.options.length > 0
}

/**
 * Returns whether to offer a second payment while one is announced, because an announced
 * transaction may never be sent. A payment that the service itself sends cannot be repeated.
 */
export function canPayAgain(receipt: ReceiptState): boolean {
  const { sent, options } = receipt.payment
  return deriveStage(receipt) === 'sent' && sent?.isOurs === false && options.length > 0
}

/** Stages with an amount due and no payment on its way. */
export const payableStages: readonly Stage[] = ['open', 'failed', 'part_paid', 'mismatch']

/** Returns whether the page confirms a payment, with its amount, instead of asking for one. */
export function isSettling(stage: Stage): boolean {
  return ['sent', 'card_charged', 'confirming', 'paid'].includes(stage)
}
