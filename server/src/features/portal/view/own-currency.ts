import { type Cents, cents, type Micros, micros, microsFromCents } from '../../../lib/money.js'

/** The total in dollars, and in the receipt's currency when it is priced in that currency. */
type Totals = { totalUsdCents: Cents; totalCents: Cents | null }

/**
 * Converts a part of the total from dollars to the currency of the receipt, at the receipt's own rate. Returns dollars
 * when the receipt is not priced in its currency. The whole total gives the whole total.
 */
export function centsOf(receipt: Totals, usdCents: Cents): Cents {
  return convert(receipt, microsFromCents(usdCents))
}

/**
 * Converts what was paid and is due. Rounds the paid amount down and the due amount up, so that a part of a cent is
 * never reported as paid. A payment in the currency itself was rounded down to a millionth of a dollar when it was valued:
 * without it, 50 euros would be 49.99.
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
