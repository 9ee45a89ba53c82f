import { type Cents, cents } from '../../lib/money.js'

const microsPerCent = 10_000n

/**
 * Rounds amounts in millionths of a dollar to cents that add up to `total`, their rounded sum. Each
 * is rounded down, then the remaining cents go to the largest remainders, the first of equals
 * first.
 */
export function roundParts(parts: readonly bigint[], total: Cents): Cents[] {
  const floors = parts.map(floorToCents)
  const remainder = total - floors.reduce((sum, floor) => sum + floor, 0n)
  const raised = parts
    .map((part, index) => ({ index, rest: part - (floors[index] ?? 0n) * microsPerCent }))
    .toSorted((a, b) => Number(b.rest - a.rest))
    .slice(0, Number(remainder))
    .map(({ index }) => index)
  return floors.map((floor, index) => cents(floor + (raised.includes(index) ? 1n : 0n)))
}

/** Rounds to the nearest cent, half away from zero. */
export function roundToCents(micros: bigint): Cents {
  const half = micros < 0n ? -microsPerCent / 2n : microsPerCent / 2n
  return cents((micros + half) / microsPerCent)
}

/** BigInt division truncates toward zero, which rounds negative numbers up. */
function floorToCents(micros: bigint): bigint {
  const truncated = micros / microsPerCent
  return micros % microsPerCent < 0n ? truncated - 1n : truncated
}

/** Returns a part as a share of the whole, with four decimals. Zero when the whole is zero. */
export function rateOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part * 10_000) / whole) / 10_000
}
