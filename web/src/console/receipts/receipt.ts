import type { ApiComponents } from '@tallystick/sdk'
import type { IconName } from '../parts/icon.js'
import type { Tone } from '../parts/pill.js'

type Schemas = ApiComponents['schemas']

export type Receipt = Schemas['Receipt']
export type ReceiptPage = Schemas['ReceiptPage']
export type TimelineEntry = Schemas['TimelineEntry']
export type Line = Schemas['LineItem']

/** The states that people distinguish, fewer than those of the API. */
export type Standing =
  | 'waiting'
  | 'confirming'
  | 'underpaid'
  | 'wrong'
  | 'paid'
  | 'part_refunded'
  | 'refund_requested'
  | 'refunded'
  | 'expired'
  | 'canceled'
  | 'failed'

export const standingLooks: Readonly<Record<Standing, { tone: Tone; icon: IconName }>> = {
  waiting: { tone: 'wait', icon: 'clock' },
  confirming: { tone: 'now', icon: 'notches' },
  underpaid: { tone: 'warn', icon: 'warn' },
  wrong: { tone: 'warn', icon: 'warn' },
  paid: { tone: 'good', icon: 'good' },
  part_refunded: { tone: 'wait', icon: 'undo' },
  refund_requested: { tone: 'warn', icon: 'undo' },
  refunded: { tone: 'wait', icon: 'undo' },
  expired: { tone: 'wait', icon: 'stop' },
  canceled: { tone: 'wait', icon: 'stop' },
  failed: { tone: 'bad', icon: 'bad' },
}

const endedCodes = ['PORTAL_SESSION_EXPIRED', 'PORTAL_SESSION_ABANDONED']

/** Returns where a receipt stands. */
export function standingOf(
  receipt: Pick<Receipt, 'status' | 'timeline'> & Partial<Receipt>,
): Standing {
  switch (receipt.status) {
    case 'tx_mined':
    case 'recipient_validated':
      return 'confirming'
    case 'tx_mismatch':
      return 'wrong'
    case 'paid':
    case 'completed':
    case 'reconciled':
      return receipt.refundStatus === 'partial' ? 'part_refunded' : 'paid'
    case 'refund_requested':
      return 'refund_requested'
    case 'refunded':
      return 'refunded'
    case 'failed':
      if (receipt.failureCode === 'PORTAL_SESSION_CANCELLED') return 'canceled'
      return endedCodes.includes(receipt.failureCode ?? '') ? 'expired' : 'failed'
    default:
      return partPaymentOf(receipt) ? 'underpaid' : 'waiting'
  }
}

/** Returns what was paid and is still due, in dollars, while a part is missing. */
export function partPaymentOf({
  timeline,
}: Pick<Receipt, 'timeline'>): { paidUsd: number; dueUsd: number } | null {
  const { paidUsd, dueUsd } =
    timeline.findLast(({ status }) => status === 'partially_paid') ?? ({} as Partial<TimelineEntry>)
  if (typeof paidUsd !== 'number' || typeof dueUsd !== 'number' || dueUsd <= 0) return null
  return { paidUsd, dueUsd }
}

const soldStandings: readonly Standing[] = ['paid', 'part_refunded', 'refund_requested', 'refunded']

/** Whether the receipt counts as a sale in reports. Refunds are counted on their own. */
export function isSold(receipt: Receipt): boolean {
  return soldStandings.includes(standingOf(receipt))
}

/** Whether the buyer can still pay. */
export function isUnpaid(receipt: Receipt): boolean {
  return ['waiting', 'underpaid', 'expired', 'canceled', 'failed'].includes(standingOf(receipt))
}

export type Money = { amount: number; currency: string }

/** Returns the total in the currency of the receipt. */
export function totalOf({ total, totalUsd, currency }: Receipt): Money {
  return total === undefined ? { amount: totalUsd, currency: 'USD' } : { amount: total, currency }
}

/** Returns the amount of a line in the currency of the receipt. */
export function lineAmount({ amount, priceUsd }: Line): number {
  return amount ?? priceUsd
}

const chargeLabels = ['Tax', 'Processing Fee']

/** Whether a line is tax or fee, which the service adds. */
export function isCharge({ label, lineId }: Line): boolean {
  return !lineId && chargeLabels.includes(label)
}

/** Returns the name of the buyer, or null for a guest. */
export function customerOf({ billingAddress, onrampEmail }: Receipt): string | null {
  const { firstName = '', lastName = '', email = '' } = billingAddress ?? {}
  return `${firstName} ${lastName}`.trim() || email || onrampEmail || null
}

export function emailOf({ billingAddress, onrampEmail }: Receipt): string | null {
  return billingAddress?.email || onrampEmail || null
}

export type PaymentMethod = 'chain' | 'card' | 'recorded' | null

/** Returns how a receipt was paid, or null before its payment. */
export function methodOf({ marked, transactionHash, timeline }: Receipt): PaymentMethod {
  if (marked) return 'recorded'
  if (!transactionHash) return null
  const entry = timeline.find((entry) => entry.transactionHash === transactionHash)
  return entry?.paymentMethod === 'card' ? 'card' : 'chain'
}

/** Returns the symbol of the token that paid on chain, or null. */
export function tokenOf(receipt: Receipt): string | null {
  return methodOf(receipt) === 'chain' ? (receipt.paymentToken ?? null) : null
}

/** Sums in cents by currency, in the order in which the currencies first appear. */
export type Sums = ReadonlyMap<string, number>

/** Adds up what was sold. */
export function sumSold(receipts: readonly Receipt[]): Sums {
  const sums = new Map<string, number>()
  for (const receipt of receipts) {
    if (!isSold(receipt)) continue
    const { amount, currency } = totalOf(receipt)
    sums.set(currency, (sums.get(currency) ?? 0) + Math.round(amount * 100))
  }
  return sums
}

export type Register = { id: string; name: string }
