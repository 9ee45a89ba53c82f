import { centsToDecimal, dustMicros, microsToDecimal } from '../../lib/money.js'
import { statusFacts } from '../../lib/receipt-statuses.js'
import type {
  NewNotification,
  NotificationKind,
} from '../../platform/notifications/notification.js'
import type { ReceiptState } from './read-model/receipt-state-store.js'

/** The kinds that a receipt decides. */
export const receiptKinds = [
  'refund_requested',
  'payment_mismatch',
  'oversold',
  'card_payment_blocked',
] as const satisfies readonly NotificationKind[]

/** How the money of a receipt differs from what was due. */
const mismatchReasons = [
  'wrong_payment',
  'underpaid',
  'overpaid',
  'late',
  'blocked',
  'refund_due',
] as const
type MismatchReason = (typeof mismatchReasons)[number]

/** Decides what staff should know about a receipt. Archiving a receipt ends all of it. */
export function decideMatters(state: ReceiptState): NewNotification[] {
  const { merchant, id, status, totalUsdCents, isArchived } = state
  if (isArchived) return []
  const reason = findReason(state)
  const isOversold = state.isOversold && status !== 'refunded'
  const amount = { receiptId: id, totalUsd: centsToDecimal(totalUsdCents) }
  const notify = (kind: (typeof receiptKinds)[number], more = {}) => ({
    merchant,
    kind,
    subjectId: id,
    params: { ...amount, ...more },
  })
  return [
    ...(status === 'refund_requested' ? [notify('refund_requested')] : []),
    ...(reason === null
      ? []
      : [notify('payment_mismatch', { reason, creditUsd: microsToDecimal(state.creditMicros) })]),
    ...(isOversold ? [notify('oversold')] : []),
    ...(state.isCardBlocked && !statusFacts[status].isSettled
      ? [notify('card_payment_blocked')]
      : []),
  ]
}

function findReason(state: ReceiptState): MismatchReason | null {
  const { status, mismatch, refundDue, creditMicros } = state
  if (status === 'tx_mismatch') return 'wrong_payment'
  if (status === 'refunded' || status === 'refund_requested') return null
  // Less than a cent is rounding.
  const hasCredit = creditMicros >= dustMicros
  if (!statusFacts[status].isSettled) return hasCredit ? 'underpaid' : null
  if (mismatch === 'blocked' && hasCredit) return 'blocked'
  if (mismatch === 'late' && (hasCredit || status !== 'reconciled')) return 'late'
  if (hasCredit) return 'overpaid'
  return refundDue ? 'refund_due' : null
}
