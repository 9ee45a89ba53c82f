import { statusFacts } from '../../../lib/receipt-statuses.js'
import type { PortalReceipt } from '../schemas.js'
import { formatAmount } from './format-amount.js'
import { formatTime } from './format-time.js'
import type { SheetState } from './sheet.js'

/** Anyone can send less, which does not make an invoice partially paid. */
const minPartUsd = 0.01

/** Describes the state of a sheet. It is a receipt only once its payment is confirmed, an invoice before. */
export function describeState(receipt: PortalReceipt): SheetState {
  const { status, payment, refunded } = receipt
  const total = receipt.total ?? receipt.totalUsd
  const money = (amount: number) => `${formatAmount(amount)} ${currencyOf(receipt)}`
  const part = (amount: number) => `${formatAmount(amount)} of ${money(total)}`
  if (status === 'refunded') {
    const sentence = `Paid, then refunded in full: ${money(refunded)}.`
    return { isReceipt: true, title: 'Receipt', sentence, tone: 'plain' }
  }
  if (statusFacts[status].isPaid) {
    const when = receipt.paidAt === null ? '' : ` on ${formatTime(receipt.paidAt)}`
    const back = refunded > 0 ? ` ${part(refunded)} refunded.` : ''
    const requested = status === 'refund_requested' ? ' A refund was requested.' : ''
    const sentence = `Paid in full${when}.${back}${requested}`
    return { isReceipt: true, title: 'Receipt', sentence, tone: 'good' }
  }

  const { paidUsd, dueUsd, paid, due } = payment
  const open = { isReceipt: false, tone: 'warn' } as const
  if (paidUsd >= minPartUsd && dueUsd > 0) {
    const sentence = `${part(paid)} received. ${money(due)} still due.`
    return { ...open, title: 'Invoice, partially paid', sentence }
  }
  if (paidUsd > 0 && dueUsd === 0) {
    const { have, need } = receipt.confirmations
    const sentence = `Payment received, confirming: ${have} of ${need}.`
    return { ...open, title: 'Invoice, not yet confirmed as paid', sentence }
  }
  const mismatch =
    status === 'tx_mismatch' ? 'A payment arrived that does not match this invoice. ' : ''
  const sentence = `${mismatch}${dueUsd === 0 ? 'Nothing' : money(due)} is due.`
  return { ...open, title: 'Invoice, not yet paid', sentence }
}

/** Returns the currency of the receipt's own amounts. */
export function currencyOf({ total, currency }: Pick<PortalReceipt, 'total' | 'currency'>): string {
  return total === null ? 'USD' : currency
}
