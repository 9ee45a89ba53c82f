import { type Ppm, ppm } from '../../lib/money.js'

/** Brings a rate of any precision to millionths, half away from zero. Rates have no sign here. */
export function scaleRate(digits: bigint, decimals: number): Ppm {
  if (decimals <= 6) return ppm(digits * 10n ** BigInt(6 - decimals))

  const divisor = 10n ** BigInt(decimals - 6)
  return ppm((digits + divisor / 2n) / divisor)
}
