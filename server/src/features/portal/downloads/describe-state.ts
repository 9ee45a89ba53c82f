import { statusFacts } from '../../receipts/status/statuses.js'
import type { PortalReceipt } from '../schemas.js'
import { formatAmount } from './format-amount.js'
import { formatTime } from './format-time.js'
import type { SheetState } from './sheet.js'

/** What a printed receipt calls itself: nothing is a receipt before its money is in and confirmed. */
export function describeState(receipt: PortalReceipt): SheetState {
  const { status, payment, refundedUsd, totalUsd } = receipt
  if (status === 'refunded') {
    const sentence = `Paid, then refunded in full: ${dollars(refundedUsd)}.`
    return { isReceipt: true, title: 'Receipt', sentence, tone: 'plain' }
  }
  if (statusFacts[status].isPaid) {
    const when = receipt.paidAt === null ? '' : ` on ${formatTime(receipt.paidAt)}`
    const back = refundedUsd > 0 ? ` ${part(refundedUsd, totalUsd)} refunded.` : ''
    const asked = status === 'refund_requested' ? ' A refund has been asked for.' : ''
    const sentence = `Paid in full${when}.${back}${asked}`
    return { isReceipt: true, title: 'Receipt', sentence, tone: 'good' }
  }

  const { paidUsd, dueUsd } = payment
  const open = { isReceipt: false, tone: 'warn' } as const
  if (paidUsd > 0 && dueUsd > 0) {
    const sentence = `${part(paidUsd, totalUsd)} received. ${dollars(dueUsd)} still due.`
    return { ...open, title: 'Invoice, partly paid', sentence }
  }
  if (paidUsd > 0) {
    const { have, need } = receipt.confirmations
    const sentence = `The payment has come and is being confirmed: ${have} of ${need}.`
    return { ...open, title: 'Invoice, not yet confirmed as paid', sentence }
  }
  const came = status === 'tx_mismatch' ? 'A payment came that does not fit this invoice. ' : ''
  const sentence = `${came}${dueUsd === 0 ? 'Nothing' : dollars(dueUsd)} is due.`
  return { ...open, title: 'Invoice, not yet paid', sentence }
}

function dollars(usd: number): string {
  return `${formatAmount(usd)} USD`
}

function part(usd: number, totalUsd: number): string {
  return `${formatAmount(usd)} of ${dollars(totalUsd)}`
}
