import { toCents, type WireBill } from '../sale/quote.js'

type WireRefund = {
  refundId: string
  usd: number
  buyer: string | null
  txHash: string | null
  confirmed: boolean
  credit?: boolean
  createdAt: number
}

/** The fields of a receipt that the register reads. */
export type SoldReceipt = WireBill & {
  receiptId: string
  status: string
  createdAt: number
  soldBy?: string
  registerId?: string
  marked: boolean
  buyerWallet: string | null
  refundedUsd?: number
  refunds: readonly WireRefund[]
  timeline: readonly { paymentMethod?: string }[]
}

export type SaleState =
  | 'paid'
  | 'partly'
  | 'refunded'
  | 'requested'
  | 'canceled'
  | 'waiting'
  | 'problem'

const paidStatuses = ['paid', 'completed', 'reconciled']

export function stateOf({ status, refundedUsd = 0 }: SoldReceipt): SaleState {
  if (paidStatuses.includes(status)) return refundedUsd > 0 ? 'partly' : 'paid'
  if (status === 'refunded') return 'refunded'
  if (status === 'refund_requested') return 'requested'
  if (status === 'failed') return 'canceled'
  return status === 'tx_mismatch' ? 'problem' : 'waiting'
}

/** How a sale was paid, as far as its receipt tells. */
export function methodOf(receipt: SoldReceipt): 'cash' | 'card' | 'chain' | null {
  if (!isPaid(receipt)) return null
  if (receipt.marked) return 'cash'
  return receipt.timeline.some(({ paymentMethod }) => paymentMethod === 'card') ? 'card' : 'chain'
}

export function isPaid(receipt: SoldReceipt): boolean {
  return ['paid', 'partly', 'refunded', 'requested'].includes(stateOf(receipt))
}

export function totalCentsOf({ total, totalUsd }: SoldReceipt): number {
  return toCents(total ?? totalUsd)
}

/**
 * Converts a refund from the currency of the receipt to dollars, in cents. Refunds are in dollars.
 */
export function toUsdCents(receipt: SoldReceipt, cents: number): number {
  const remainingUsdCents = leftUsdCents(receipt)
  // The whole rest, without a rounding error.
  if (cents === leftCents(receipt)) return remainingUsdCents
  const usd = Math.round((cents * toCents(receipt.totalUsd)) / totalCentsOf(receipt))
  return Math.min(usd, remainingUsdCents)
}

/** The amount that can still be refunded, in cents of the currency of the receipt. */
export function leftCents(receipt: SoldReceipt): number {
  return fromUsdCents(receipt, leftUsdCents(receipt))
}

/** Converts an amount in dollars by the rate of the receipt, in cents. */
export function fromUsdCents(receipt: SoldReceipt, usdCents: number): number {
  const totalUsd = toCents(receipt.totalUsd)
  if (totalUsd === 0) return 0
  return Math.round((usdCents * totalCentsOf(receipt)) / totalUsd)
}

function leftUsdCents({ totalUsd, refundedUsd = 0, status }: SoldReceipt): number {
  return status === 'refunded' ? 0 : toCents(totalUsd) - toCents(refundedUsd)
}
