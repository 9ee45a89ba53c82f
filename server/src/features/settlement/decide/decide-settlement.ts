import { dustMicros, type Micros, micros, microsFromCents } from '../../../lib/money.js'
import { type ReceiptStatus, statusFacts } from '../../../lib/receipt-statuses.js'
import { isCounted, valuePayments } from '../../../platform/chain/assets/value-payments.js'
import type { Bill } from '../../../platform/chain/assets/value-units.js'
import type { Payment } from '../../payments/payment.js'
import type { Receipt } from '../../receipts/receipt.js'
import type { ManualPayments } from '../../receipts/status/post-manual-payment.js'
import { findCompleting } from './find-completing.js'

/** The payment state of a receipt. */
type Standing =
  | 'none'
  /** Payments that do not count would cover what is still due. */
  | 'mismatch'
  /** At least a cent, but not everything. */
  | 'partial'
  /** Paid in full, but not confirmed yet. */
  | 'seen'
  | 'paid'

export type Decision = {
  standing: Standing
  /** The value of all payments that count, and the amount still due. */
  paidMicros: Micros
  dueMicros: Micros
  /** The value of payments that make up a partial payment or a mismatch, and zero otherwise. */
  openMicros: Micros
  /** The statuses to apply, in order. */
  path: ReceiptStatus[]
  statusBefore: ReceiptStatus | null
  /** Whether the ledger should contain the sale. */
  isSold: boolean
  /**
   * The last block that affects the sale, which is final when this block is; null while money of it
   * is not paid out.
   */
  finalAtBlock: bigint | null
  /** The confirmed payments suffice once this block is safe; null when they do not wait for one. */
  safeAtBlock: bigint | null
}

const statusSequence: readonly ReceiptStatus[] = [
  'tx_mined',
  'recipient_validated',
  'paid',
  'completed',
  'reconciled',
]

/**
 * Decides the status of a receipt from its payments. Depends on nothing else, so it can run again
 * at any time and handles a reorg like any other change.
 */
export function decideSettlement(input: {
  receipt: Bill & Pick<Receipt, 'status' | 'kind' | 'isPaidManually'>
  payments: readonly Payment[]
  statusBefore: ReceiptStatus | null
  /**
   * The manual payments of a receipt that has some. Without them, a receipt that is paid manually
   * counts as sold.
   */
  manual?: ManualPayments | null
  /** The status before a refund request that is open, or null. */
  requestedFrom: ReceiptStatus | null
  /** The partial payment or mismatch that the receipt showed before. */
  notedMicros: Micros
  /** A partial payment does not revive an expired receipt. */
  isExpired: boolean
  finalizedNumber: bigint
  /** Only payments up to this block make the receipt paid; null for no such limit. */
  safeNumber: bigint | null
  /** Whether payments in any block make the receipt paid. The ledger waits for confirmation. */
  isOnInclusion?: boolean
}): Decision {
  const { receipt, payments, manual = null, safeNumber, isOnInclusion = false } = input
  const manualMicros = manual?.creditMicros ?? 0n
  const due = microsFromCents(receipt.totalUsdCents)
  const counted = payments.filter(isCounted)
  const confirmed = counted.filter(({ state }) => state === 'confirmed')
  const paidMicros = micros(valuePayments(counted, receipt) + manualMicros)
  const confirmedMicros =
    manualMicros +
    valuePayments(
      confirmed.filter(({ blockNumber }) => safeNumber === null || blockNumber <= safeNumber),
      receipt,
    )
  const otherMicros = sumOther(payments)
  const isConfirmed = confirmedMicros >= due
  const standing = standingOf({
    due,
    seenMicros: paidMicros,
    confirmed: isOnInclusion ? paidMicros : confirmedMicros,
    other: otherMicros,
    manual,
  })
  const openMicros = openMicrosOf(standing, { paidMicros, otherMicros })
  // Anyone can add payments later. They must not keep a receipt whose sale is paid out from being
  // completed.
  const sold = counted.slice(0, (findCompleting(counted, receipt) ?? counted.length) + 1)
  const lastBlock = sold.map(lastBlockOf).reduce((a, b) => (a > b ? a : b), 0n)
  const isReleased = isPaidOut(sold)
  const isFinal = isReleased && lastBlock <= input.finalizedNumber

  // Anyone can send less than a cent at any time.
  const hasGrown = openMicros >= input.notedMicros + dustMicros
  const path = isDecidedManually(input)
    ? []
    : pathTo({ ...input, standing, hasGrown, ...payoutOf({ manual, isReleased, isFinal }) })
  return {
    standing,
    paidMicros,
    dueMicros: micros(paidMicros >= due ? 0n : due - paidMicros),
    openMicros,
    path,
    statusBefore: statusBeforeOf(input, path),
    isSold: isConfirmed && !receipt.isPaidManually,
    finalAtBlock: isReleased ? lastBlock : null,
    safeAtBlock: isConfirmed ? null : findCompletingBlock(confirmed, receipt),
  }
}

/** A receipt with manual payments stays paid: not all of its money is on chain. */
function payoutOf(input: { manual: ManualPayments | null; isReleased: boolean; isFinal: boolean }) {
  const { manual, isReleased, isFinal } = input
  return manual ? { isReleased: false, isFinal: false } : { isReleased, isFinal }
}

function findCompletingBlock(payments: readonly Payment[], receipt: Bill): bigint | null {
  const index = findCompleting(payments, receipt)
  return index === null ? null : (payments[index]?.blockNumber ?? null)
}

/** Ignores less than a cent, and payments that do not count unless they would be enough. */
function standingOf(money: {
  due: bigint
  seenMicros: bigint
  confirmed: bigint
  other: bigint
  manual: ManualPayments | null
}): Standing {
  const { due, seenMicros, confirmed, other, manual } = money
  if (manual?.isSold) return 'paid'
  // With manual payments a receipt is paid only by its sale, which may need a cent more because of
  // rounding.
  if (confirmed >= due) return manual ? 'partial' : 'paid'
  if (seenMicros >= due) return 'seen'
  if (other >= dustMicros && other >= due - seenMicros) return 'mismatch'
  return seenMicros >= dustMicros ? 'partial' : 'none'
}

function openMicrosOf(
  standing: Standing,
  { paidMicros, otherMicros }: { paidMicros: bigint; otherMicros: bigint },
): Micros {
  if (standing === 'mismatch') return micros(paidMicros + otherMicros)
  return micros(standing === 'partial' ? paidMicros : 0n)
}

/**
 * Sums the value of tokens that the receipt does not accept. Unknown tokens have no value, and
 * payments to another payout address did not reach the merchant.
 */
function sumOther(payments: readonly Payment[]): bigint {
  return payments
    .filter(({ state, mismatch }) => state !== 'orphaned' && mismatch === 'wrong_token')
    .reduce((sum, { usdMicros }) => sum + (usdMicros ?? 0n), 0n)
}

/** Returns whether all payments are paid out. Ignores dust, which may stay where it is. */
function isPaidOut(payments: readonly Payment[]): boolean {
  const largePayments = payments.filter(({ usdMicros }) => (usdMicros ?? 0n) >= dustMicros)
  const counted = largePayments.length > 0 ? largePayments : payments
  return counted.length > 0 && counted.every(({ releasedBlock }) => releasedBlock !== null)
}

function lastBlockOf({ blockNumber, arrivedBlock, releasedBlock }: Payment): bigint {
  const blocks = [blockNumber, arrivedBlock ?? 0n, releasedBlock ?? 0n]
  return blocks.reduce((a, b) => (a > b ? a : b))
}

/**
 * Returns whether a person has decided the status, which the chain then does not change: a manual
 * payment, a refund, or a refund request for a paid receipt.
 */
function isDecidedManually(input: {
  receipt: Pick<Receipt, 'status' | 'isPaidManually'>
  requestedFrom: ReceiptStatus | null
  manual?: ManualPayments | null
}): boolean {
  const { receipt, requestedFrom, manual } = input
  const { status, isPaidManually } = receipt
  if (status === 'refunded') return true
  const wasPaid = requestedFrom !== null && statusFacts[requestedFrom].isPaid
  if (status === 'refund_requested') return isPaidManually || wasPaid
  // A manual payment of a part does not pay for the part that a reorg removed.
  return isPaidManually && statusFacts[status].isPaid && (manual?.isSold ?? true)
}

function pathTo(input: {
  receipt: Pick<Receipt, 'status' | 'kind'>
  statusBefore: ReceiptStatus | null
  requestedFrom: ReceiptStatus | null
  standing: Standing
  hasGrown: boolean
  isExpired: boolean
  isReleased: boolean
  isFinal: boolean
}): ReceiptStatus[] {
  const { standing, receipt, requestedFrom } = input
  const { status } = receipt
  const steps = stepsOf(input)
  const isOnChain = status === 'tx_mismatch' || statusSequence.includes(status)
  if (status === 'refund_requested' && standing !== 'paid') return []
  // Confirmed money does not end the request.
  if (requestedFrom !== null && statusSequence.includes(requestedFrom))
    return ['paid', 'refund_requested']
  const isOpen = standing === 'partial' || standing === 'mismatch'
  if (status === 'failed' && isOpen && !input.hasGrown) return []
  if (!isOnChain) return standing === 'partial' ? toPending(status, input) : steps

  const back = fallbackStatus(input)
  const toPart = [back, ...toPending(back, input)]
  if (status === 'tx_mismatch') {
    if (standing === 'paid') return steps.slice(steps.indexOf('paid'))
    if (standing === 'partial') return toPart
    // A mismatch stays until a correct payment is confirmed, or a reorg removes the wrong one.
    return standing === 'none' ? [back] : []
  }
  const at = statusSequence.indexOf(status)
  if (standing === 'mismatch') return status === 'tx_mined' ? ['tx_mismatch'] : [back, ...steps]
  if (standing === 'paid' || at < steps.length) return steps.slice(at + 1)
  return standing === 'partial' ? toPart : [back, ...steps]
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

/** Partial payments make a receipt pending, whatever its former status, unless it has expired. */
function toPending(status: ReceiptStatus, { isExpired }: { isExpired: boolean }): ReceiptStatus[] {
  const { isTracking } = statusFacts[status]
  if (isExpired) return []
  return isTracking || status === 'generated' || status === 'failed' ? ['pending'] : []
}

function fallbackStatus(input: {
  receipt: Pick<Receipt, 'kind'>
  statusBefore: ReceiptStatus | null
}): ReceiptStatus {
  const { receipt, statusBefore } = input
  return statusBefore ?? (receipt.kind === 'direct' ? 'pending' : 'generated')
}

/** Returns the status to restore if all payments vanish. A failed receipt returns to pending. */
function statusBeforeOf(
  input: { receipt: Pick<Receipt, 'status'>; statusBefore: ReceiptStatus | null },
  [first]: ReceiptStatus[],
): ReceiptStatus | null {
  const { receipt, statusBefore } = input
  if (first !== 'tx_mined') return statusBefore
  const { status } = receipt
  return status === 'failed' || status === 'refund_requested' ? 'pending' : status
}
