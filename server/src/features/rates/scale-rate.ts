import { type Ppm, ppm } from '../../lib/money.js'

/** Scales a non-negative rate to millionths, rounding half up. */
export function scaleRate(digits: bigint, decimals: number): Ppm {
  if (decimals <= 6) return ppm(digits * 10n ** BigInt(6 - decimals))

  const divisor = 10n ** BigInt(decimals - 6)
  return ppm((digits + divisor / 2n) / divisor)
}
