import { type Micros, micros, microsFromCents } from '../../../lib/money.js'
import type { Receipt } from '../../receipts/receipt.js'
import { type ReceiptStatus, statusFacts } from '../../receipts/status/statuses.js'
import { dustMicros } from '../dust.js'
import type { Payment } from '../payment.js'
import { counts, valuePayments } from '../value-payments.js'

/** What the money that came amounts to. */
type Standing =
  | 'none'
  /** Money that does not count, and none that does. */
  | 'mismatch'
  | 'partial'
  /** Enough, but not deep enough in the chain yet. */
  | 'seen'
  | 'paid'

export type Decision = {
  standing: Standing
  /** What all that counts is worth, and what of the bill is left. */
  paidMicros: Micros
  dueMicros: Micros
  /** The statuses to go through, in order. */
  path: ReceiptStatus[]
  statusBefore: ReceiptStatus | null
  /** The ledger is to have it as sold. */
  isSold: boolean
  /** Once it is completed: when this block is final, so is the receipt. */
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
 * What a receipt should be, by everything that is known of its money. It depends on nothing else, so it can be asked
 * again at any time, and a chain that changed its mind is answered like any other news.
 */
export function decideSettlement(input: {
  receipt: Pick<Receipt, 'status' | 'kind' | 'isMarked' | 'totalUsdCents' | 'totalCents'>
  payments: readonly Payment[]
  statusBefore: ReceiptStatus | null
  /** It has been sold at some time, whatever the chain made of that. */
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

  const path = isLeftAlone(input) ? [] : pathTo({ ...input, standing, isReleased, isFinal })
  return {
    standing,
    paidMicros,
    dueMicros: micros(paidMicros >= due ? 0n : due - paidMicros),
    path,
    statusBefore: statusBeforeOf(input, path),
    isSold: standing === 'paid' && !receipt.isMarked,
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

/** All of it but for dust, which may lie where it is for ever and is nobody's concern. */
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
 * What people have decided the chain does not change: what was marked as paid by hand, what was refunded, and what
 * the money is asked back of that had been paid.
 */
function isLeftAlone({
  receipt,
  wasSold,
}: {
  receipt: Pick<Receipt, 'status' | 'isMarked'>
  wasSold: boolean
}): boolean {
  const { status, isMarked } = receipt
  if (status === 'refunded') return true
  if (status === 'refund_requested') return isMarked || wasSold
  return isMarked && statusFacts[status].isPaid
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
  if (!isOnChain) return standing === 'partial' ? toPending(status) : steps

  if (status === 'tx_mismatch') {
    if (standing === 'paid') return steps.slice(steps.indexOf('paid'))
    // What was wrong stays wrong until the right money is confirmed, unless the chain took it back.
    return standing === 'none' ? [goBackTo(input)] : []
  }
  const at = statusSequence.indexOf(status)
  if (standing === 'mismatch') {
    return status === 'tx_mined' ? ['tx_mismatch'] : [goBackTo(input), ...steps]
  }
  if (standing === 'paid' || at < steps.length) return steps.slice(at + 1)

  const back = goBackTo(input)
  return standing === 'partial' ? [back, ...toPending(back)] : [back, ...steps]
}

/** The statuses from the first that money causes to where it is now. */
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

/** Some of the money is here: the payment is under way, however the receipt began. */
function toPending(status: ReceiptStatus): ReceiptStatus[] {
  const { isTracking } = statusFacts[status]
  return isTracking || status === 'generated' || status === 'failed' ? ['pending'] : []
}

function goBackTo({
  receipt,
  statusBefore,
}: {
  receipt: Pick<Receipt, 'kind'>
  statusBefore: ReceiptStatus | null
}): ReceiptStatus {
  return statusBefore ?? (receipt.kind === 'direct' ? 'pending' : 'generated')
}

/** What a receipt was before the first move that money caused; a failure is not gone back to. */
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
