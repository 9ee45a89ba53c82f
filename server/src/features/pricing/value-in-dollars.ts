import { applyRate, type Cents, cents, type Ppm, sumCents } from '../../lib/money.js'

const MILLION = 1_000_000n

/**
 * What amounts are worth in dollars: their sum is converted once and rounded, and the parts are what each is
 * worth, rounded down or up so that they sum to it. Those that lose most by rounding down are rounded
 * up; of equals the first.
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

  const left = total - shares.reduce((sum, { floor }) => sum + floor, 0n)
  // The sort is stable, which is what gives ties to the lower index.
  const byRemainder = shares.toSorted((a, b) => Number(b.remainder - a.remainder))
  const raised = new Set(byRemainder.slice(0, Number(left)))
  return { total, parts: shares.map((share) => cents(share.floor + (raised.has(share) ? 1n : 0n))) }
}
