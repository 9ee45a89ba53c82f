import { type Micros, micros, microsFromCents } from '../../../lib/money.js'
import type { Receipt } from '../../receipts/receipt.js'
import { type ReceiptStatus, statusFacts } from '../../receipts/status/statuses.js'
import { dustMicros } from '../dust.js'
import type { Payment } from '../payment.js'
import { counts, valuePayments } from '../value-payments.js'

/** The payment state of a receipt. */
type Standing =
  | 'none'
  /** Only payments that do not count. */
  | 'mismatch'
  | 'partial'
  /** Paid in full, but not confirmed yet. */
  | 'seen'
  | 'paid'

export type Decision = {
  standing: Standing
  /** The value of all payments that count, and the amount still due. */
  paidMicros: Micros
  dueMicros: Micros
  /** The statuses to apply, in order. */
  path: ReceiptStatus[]
  statusBefore: ReceiptStatus | null
  /** Whether the ledger should contain the sale. */
  isSold: boolean
  /** The last block that affects the receipt: once completed, the receipt is final when this block is. */
  lastBlock: bigint
}

const statusSequence: readonly ReceiptStatus[] = [
  'tx_mined',
  'recipient_validated',
  'paid',
  'completed',
  'reconciled',
]

/**
 * Decides the status of a receipt from its payments. Depends on nothing else, so it can run again at any time and handles
 * a reorg like any other change.
 */
export function decideSettlement(input: {
  receipt: Pick<Receipt, 'status' | 'kind' | 'isPaidManually' | 'totalUsdCents' | 'totalCents'>
  payments: readonly Payment[]
  statusBefore: ReceiptStatus | null
  /** Whether the sale was ever posted, even if it was reversed since. */
  wasSold: boolean
  finalizedNumber: bigint
}): Decision {
  const { receipt, payments } = input
  const due = microsFromCents(receipt.totalUsdCents)
  const good = payments.filter(counts)
  const confirmed = good.filter(({ state }) => state === 'confirmed')
  const paidMicros = valuePayments(good, receipt)
  const standing = standingOf({
    due,
    seen: paidMicros,
    confirmed: valuePayments(confirmed, receipt),
    hasOther: payments.some(({ state, mismatch }) => state !== 'orphaned' && mismatch !== null),
  })
  const lastBlock = good.map(lastBlockOf).reduce((a, b) => (a > b ? a : b), 0n)
  const isReleased = isPaidOut(good)
  const isFinal = isReleased && lastBlock <= input.finalizedNumber

  const path = isDecidedManually(input) ? [] : pathTo({ ...input, standing, isReleased, isFinal })
  return {
    standing,
    paidMicros,
    dueMicros: micros(paidMicros >= due ? 0n : due - paidMicros),
    path,
    statusBefore: statusBeforeOf(input, path),
    isSold: standing === 'paid' && !receipt.isPaidManually,
    lastBlock,
  }
}

function standingOf(money: {
  due: bigint
  seen: bigint
  confirmed: bigint
  hasOther: boolean
}): Standing {
  const { due, seen, confirmed, hasOther } = money
  if (confirmed >= due) return 'paid'
  if (seen >= due) return 'seen'
  if (seen > 0n) return 'partial'
  return hasOther ? 'mismatch' : 'none'
}

/** Returns whether all payments are paid out. Ignores dust, which may stay where it is. */
function isPaidOut(payments: readonly Payment[]): boolean {
  const solid = payments.filter(({ usdMicros }) => (usdMicros ?? 0n) >= dustMicros)
  const counted = solid.length > 0 ? solid : payments
  return counted.length > 0 && counted.every(({ releasedBlock }) => releasedBlock !== null)
}

function lastBlockOf({ blockNumber, arrivedBlock, releasedBlock }: Payment): bigint {
  const blocks = [blockNumber, arrivedBlock ?? 0n, releasedBlock ?? 0n]
  return blocks.reduce((a, b) => (a > b ? a : b))
}

/**
 * Returns whether a person has decided the status, which the chain then does not change: a manual payment, a refund, or a
 * refund request for a paid receipt.
 */
function isDecidedManually({
  receipt,
  wasSold,
}: {
  receipt: Pick<Receipt, 'status' | 'isPaidManually'>
  wasSold: boolean
}): boolean {
  const { status, isPaidManually } = receipt
  if (status === 'refunded') return true
  if (status === 'refund_requested') return isPaidManually || wasSold
  return isPaidManually && statusFacts[status].isPaid
}

function pathTo(input: {
  receipt: Pick<Receipt, 'status' | 'kind'>
  statusBefore: ReceiptStatus | null
  standing: Standing
  isReleased: boolean
  isFinal: boolean
}): ReceiptStatus[] {
  const { standing, receipt } = input
  const { status } = receipt
  const steps = stepsOf(input)
  const isOnChain = status === 'tx_mismatch' || statusSequence.includes(status)
  if (status === 'refund_requested' && standing !== 'paid') return []
  if (!isOnChain) return standing === 'partial' ? toPending(status) : steps

  if (status === 'tx_mismatch') {
    if (standing === 'paid') return steps.slice(steps.indexOf('paid'))
    // A mismatch stays until a correct payment is confirmed, or a reorg removes the wrong one.
    return standing === 'none' ? [fallbackStatus(input)] : []
  }
  const at = statusSequence.indexOf(status)
  if (standing === 'mismatch') {
    return status === 'tx_mined' ? ['tx_mismatch'] : [fallbackStatus(input), ...steps]
  }
  if (standing === 'paid' || at < steps.length) return steps.slice(at + 1)

  const back = fallbackStatus(input)
  return standing === 'partial' ? [back, ...toPending(back)] : [back, ...steps]
}

/** Returns the statuses that the payments justify, from the first one on. */
function stepsOf(input: {
  standing: Standing
  isReleased: boolean
  isFinal: boolean
}): ReceiptStatus[] {
  switch (input.standing) {
    case 'none':
    case 'partial':
      return []
    case 'mismatch':
      return ['tx_mined', 'tx_mismatch']
    case 'seen':
      return ['tx_mined', 'recipient_validated']
    case 'paid':
      return [
        'tx_mined',
        'recipient_validated',
        'paid',
        ...(input.isReleased ? (['completed'] as const) : []),
        ...(input.isFinal ? (['reconciled'] as const) : []),
      ]
  }
}

/** Part payments make the receipt pending, whatever its earlier status. */
function toPending(status: ReceiptStatus): ReceiptStatus[] {
  const { isTracking } = statusFacts[status]
  return isTracking || status === 'generated' || status === 'failed' ? ['pending'] : []
}

function fallbackStatus({
  receipt,
  statusBefore,
}: {
  receipt: Pick<Receipt, 'kind'>
  statusBefore: ReceiptStatus | null
}): ReceiptStatus {
  return statusBefore ?? (receipt.kind === 'direct' ? 'pending' : 'generated')
}

/** Returns the status to restore if all payments vanish. A failed receipt returns to pending. */
function statusBeforeOf(
  {
    receipt,
    statusBefore,
  }: { receipt: Pick<Receipt, 'status'>; statusBefore: ReceiptStatus | null },
  [first]: ReceiptStatus[],
): ReceiptStatus | null {
  if (first !== 'tx_mined') return statusBefore
  const { status } = receipt
  return status === 'failed' || status === 'refund_requested' ? 'pending' : status
}
