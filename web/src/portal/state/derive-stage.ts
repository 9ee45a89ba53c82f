import type { PortalReceipt } from '@tallystick/sdk'

/** Where a buyer stands with a receipt. Everything the page shows follows from it. */
export type Stage =
  /** Nothing has been paid. */
  | 'open'
  /** The last attempt did not work; a new one may. */
  | 'failed'
  /** Nothing has been paid, and nothing can be any more. */
  | 'over'
  /** Nothing can be paid right now, for want of an exchange rate for example. */
  | 'unavailable'
  /** A payment was announced and has not been seen yet. */
  | 'sent'
  /** Some of it is there. */
  | 'part_paid'
  /** All of it is there and is being confirmed. */
  | 'confirming'
  /** Something came that does not count. */
  | 'mismatch'
  | 'paid'
  | 'refund_requested'
  | 'refunded'

type Standing = Pick<PortalReceipt, 'status' | 'payment'>

/** The stage a receipt is in. */
export function stageOf(receipt: Standing): Stage {
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
      return moneyStage(receipt) ?? 'confirming'
    case 'tx_mismatch':
      return sentStage(receipt) ?? 'mismatch'
    default:
      return sentStage(receipt) ?? openStage(receipt)
  }
}

/** As far as money says: what was announced counts until it is seen, and what is seen counts before it is confirmed. */
function sentStage(receipt: Standing): Stage | null {
  return receipt.payment.sent ? 'sent' : moneyStage(receipt)
}

function moneyStage({ payment: { paidUsd, dueUsd } }: Standing): Stage | null {
  if (paidUsd === 0) return null
  return dueUsd > 0 ? 'part_paid' : 'confirming'
}

function openStage({ status, payment }: Standing): Stage {
  if (payment.options.length > 0) return status === 'failed' ? 'failed' : 'open'
  return payment.isOver ? 'over' : 'unavailable'
}

/** Whether somebody should be asked for money. */
export function canPay(receipt: Standing): boolean {
  return payable.includes(stageOf(receipt)) && receipt.payment.options.length > 0
}

/**
 * Whether money would still be taken, although some is said to be on its way: whoever said so may be wrong,
 * but for what is ours to send.
 */
export function canPayAgain(receipt: Standing): boolean {
  const { sent, options } = receipt.payment
  return stageOf(receipt) === 'sent' && sent?.isOurs === false && options.length > 0
}

/** Where something is due, and nothing on its way. */
export const payable: readonly Stage[] = ['open', 'failed', 'part_paid', 'mismatch']
