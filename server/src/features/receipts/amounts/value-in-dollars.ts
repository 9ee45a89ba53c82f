import { applyRate, type Cents, cents, type Ppm, sumCents } from '../../../lib/money.js'

const MILLION = 1_000_000n

/**
 * Converts amounts to dollars. The sum is converted and rounded once. Each part is rounded down or
 * up so that the parts sum to it: the largest remainders are rounded up, ties in favor of the
 * first.
 */
export function valueInDollars(
  amounts: readonly Cents[],
  usdPerUnit: Ppm,
): { total: Cents; parts: Cents[] } {
  const total = applyRate(sumCents(amounts), usdPerUnit)
  const shares = amounts.map((amount, index) => {
    const exact = amount * usdPerUnit
    const remainder = ((exact % MILLION) + MILLION) % MILLION
    return { index, floor: (exact - remainder) / MILLION, remainder }
  })

  const remainingCents = total - shares.reduce((sum, { floor }) => sum + floor, 0n)
  // The sort is stable, so ties go to the lower index.
  const byRemainder = shares.toSorted((a, b) => Number(b.remainder - a.remainder))
  const raised = new Set(byRemainder.slice(0, Number(remainingCents)))
  return { total, parts: shares.map((share) => cents(share.floor + (raised.has(share) ? 1n : 0n))) }
}
