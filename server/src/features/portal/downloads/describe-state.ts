import { statusFacts } from '../../receipts/status/statuses.js'
import type { PortalReceipt } from '../schemas.js'
import { formatAmount } from './format-amount.js'
import { formatTime } from './format-time.js'
import type { SheetState } from './sheet.js'

/** Anyone can send less, which does not make an invoice partially paid. */
const minPartUsd = 0.01

/** Describes the state of a sheet. It is a receipt only once its payment is confirmed, an invoice before. */
export function describeState(receipt: PortalReceipt): SheetState {
  const { status, payment, refundedUsd, totalUsd } = receipt
  if (status === 'refunded') {
    const sentence = `Paid, then refunded in full: ${dollars(refundedUsd)}.`
    return { isReceipt: true, title: 'Receipt', sentence, tone: 'plain' }
  }
  if (statusFacts[status].isPaid) {
    const when = receipt.paidAt === null ? '' : ` on ${formatTime(receipt.paidAt)}`
    const back = refundedUsd > 0 ? ` ${part(refundedUsd, totalUsd)} refunded.` : ''
    const requested = status === 'refund_requested' ? ' A refund was requested.' : ''
    const sentence = `Paid in full${when}.${back}${requested}`
    return { isReceipt: true, title: 'Receipt', sentence, tone: 'good' }
  }

  const { paidUsd, dueUsd } = payment
  const open = { isReceipt: false, tone: 'warn' } as const
  if (paidUsd >= minPartUsd && dueUsd > 0) {
    const sentence = `${part(paidUsd, totalUsd)} received. ${dollars(dueUsd)} still due.`
    return { ...open, title: 'Invoice, partially paid', sentence }
  }
  if (paidUsd > 0 && dueUsd === 0) {
    const { have, need } = receipt.confirmations
    const sentence = `Payment received, confirming: ${have} of ${need}.`
    return { ...open, title: 'Invoice, not yet confirmed as paid', sentence }
  }
  const mismatch =
    status === 'tx_mismatch' ? 'A payment arrived that does not match this invoice. ' : ''
  const sentence = `${mismatch}${dueUsd === 0 ? 'Nothing' : dollars(dueUsd)} is due.`
  return { ...open, title: 'Invoice, not yet paid', sentence }
}

function dollars(usd: number): string {
  return `${formatAmount(usd)} USD`
}

function part(usd: number, totalUsd: number): string {
  return `${formatAmount(usd)} of ${dollars(totalUsd)}`
}
