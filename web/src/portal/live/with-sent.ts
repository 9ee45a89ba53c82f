import type { PortalReceipt } from '@tallystick/sdk'
import { payable, stageOf } from '../state/derive-stage.js'

/** What this page knows to be on its way, and what had been paid before it. */
export type Held = { txHash: string | null; at: number; paidUsd: number }

/**
 * A receipt with a payment that this page has sent, until the service says so itself or money is seen: it may hear of it
 * later than the page, and must not be taken for unpaid meanwhile.
 */
export function withSent(receipt: PortalReceipt, held: Held | null): PortalReceipt {
  const { payment } = receipt
  const isNews = held !== null && payment.sent === null && payment.paidUsd === held.paidUsd
  if (!isNews || !payable.includes(stageOf(receipt))) return receipt
  const { txHash, at } = held
  return { ...receipt, payment: { ...payment, sent: { txHash, at, isOurs: txHash === null } } }
}
