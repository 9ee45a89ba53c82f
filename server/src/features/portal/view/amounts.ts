import {
  type Cents,
  cents,
  dustMicros,
  type Micros,
  micros,
  microsFromCents,
} from '../../../lib/money.js'
import { isExpired } from '../../../lib/receipt-statuses.js'
import type { UnixMs } from '../../../lib/time.js'
import { isCounted, type ValuedPayment } from '../../../platform/chain/assets/value-payments.js'
import { type DueAmounts, dueOf } from '../../payments/get-due.js'
import type { SeenPayment } from '../../payments/seen-payments-sql.js'
import type { Receipt } from '../../receipts/receipt.js'

/** The total in dollars, and in the receipt's currency when it is priced in that currency. */
type Totals = Pick<Receipt, 'totalUsdCents' | 'totalCents'>

type SeenFacts = Pick<SeenPayment, 'chainId' | 'state' | 'mismatch' | 'blockNumber'>

/** Returns what is paid and due, and whether the page should offer payment. */
export function amountDue(
  receipt: Totals & Pick<Receipt, 'kind' | 'status' | 'currency' | 'expiresAt'>,
  { now, ...money }: { payments: readonly ValuedPayment[]; manualCredit: Micros; now: UnixMs },
): DueAmounts & { isOffered: boolean } {
  const { paid, due } = dueOf(receipt, money)
  // An expired receipt is not offered, but a buyer who has paid a part may pay the rest.
  const isPayable = paid >= dustMicros || !isExpired(receipt, now)
  // The subscription's charge pays it, which would then charge a second time.
  const isCharged = receipt.kind === 'subscription'
  return { paid, due, isOffered: due > 0n && isPayable && !isCharged }
}

/**
 * Converts a part of the total from dollars to the currency of the receipt, at the receipt's own
 * rate. Returns dollars when the receipt is not priced in its currency. The whole total gives the
 * whole total.
 */
export function centsOf(receipt: Totals, usdCents: Cents): Cents {
  return convert(receipt, microsFromCents(usdCents))
}

/**
 * Converts what was paid and is due. Rounds the paid amount down and the due amount up, so that a
 * part of a cent is never reported as paid. A payment in the currency itself was rounded down to a
 * millionth of a dollar when it was valued: without it, 50 euros would be 49.99.
 */
export function shownCents(
  receipt: Totals,
  { paid, due }: { paid: Micros; due: Micros },
): { paid: Cents; due: Cents } {
  const isConverted = receipt.totalCents !== null && receipt.totalCents !== receipt.totalUsdCents
  const whole = convert(receipt, isConverted && due > 0n ? micros(paid + 1n) : paid)
  if (due === 0n) return { paid: whole, due: cents(0n) }
  const { totalUsdCents, totalCents } = receipt
  const total = totalCents ?? totalUsdCents
  const isPart = paid + due === microsFromCents(totalUsdCents)
  return { paid: whole, due: isPart ? cents(total - whole) : convert(receipt, due) }
}

function convert({ totalUsdCents, totalCents }: Totals, usd: Micros): Cents {
  const whole = microsFromCents(totalUsdCents)
  const total = totalCents ?? totalUsdCents
  return cents(whole === 0n ? 0n : (usd * total) / whole)
}

/**
 * Counts the confirmations of the newest payment that isCounted: 1 in the last indexed block,
 * `need` at most, 0 without a payment.
 */
export function countConfirmations(
  payments: readonly SeenFacts[],
  { head, chainId, need }: { head: bigint | null; chainId: number; need: number },
): number {
  const newest = findNewestBlock(payments, chainId)
  if (head === null || newest === null) return 0
  const depth = head - newest + 1n
  if (depth <= 0n) return 0
  return depth >= BigInt(need) ? need : Number(depth)
}

/** Returns whether the newest payment that isCounted is in a block that is not safe yet. */
export function isWaitingForSafe(
  payments: readonly SeenFacts[],
  { safe, chainId }: { safe: bigint | null; chainId: number },
): boolean {
  const newest = findNewestBlock(payments, chainId)
  return newest !== null && newest > (safe ?? 0n)
}

function findNewestBlock(payments: readonly SeenFacts[], chainId: number): bigint | null {
  const blocks = payments
    .filter((payment) => payment.chainId === chainId && isCounted(payment))
    .map(({ blockNumber }) => blockNumber)
  return blocks.length === 0 ? null : blocks.reduce((a, b) => (a > b ? a : b))
}
