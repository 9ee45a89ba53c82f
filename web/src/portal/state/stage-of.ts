import type { PortalReceipt } from '../view.js'

/** Where a buyer stands with a receipt. Everything the page shows follows from it. */
export type Stage =
  /** Nothing has been paid. */
  | 'open'
  /** The last attempt did not work; a new one may. */
  | 'failed'
  /** Nothing has been paid, and nothing can be any more. */
  | 'over'
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

/** The stage a receipt is in. */
export function stageOf({ status, payment }: Pick<PortalReceipt, 'status' | 'payment'>): Stage {
  const isPart = payment.paidUsd > 0 && payment.dueUsd > 0
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
      return isPart ? 'part_paid' : 'confirming'
    case 'tx_mismatch':
      return 'mismatch'
    default:
      if (payment.sent) return 'sent'
      if (isPart) return 'part_paid'
      if (payment.options.length === 0) return 'over'
      return status === 'failed' ? 'failed' : 'open'
  }
}

/** Whether somebody should be asked for money. */
export function canPay(receipt: Pick<PortalReceipt, 'status' | 'payment'>): boolean {
  return payable.includes(stageOf(receipt)) && receipt.payment.options.length > 0
}

/** Whether money would still be taken, although some is said to be on its way: whoever said so may be wrong. */
export function canPayAgain(receipt: Pick<PortalReceipt, 'status' | 'payment'>): boolean {
  return stageOf(receipt) === 'sent' && receipt.payment.options.length > 0
}

const payable: readonly Stage[] = ['open', 'failed', 'part_paid', 'mismatch']
