import { type Ppm, ppm } from '../../lib/money.js'

/** Up to 15 digits before the point and 50 after it. Sources write at most 18 after it. */
const plainDecimal = /^(0|[1-9]\d{0,14})(?:\.(\d{1,50}))?$/

/** Parses a positive decimal, rounded to millionths. Returns null for anything else. */
export function parseRate(text: string): Ppm | null {
  const [, whole, fraction = ''] = plainDecimal.exec(text) ?? []
  if (whole === undefined) return null

  const rate = scaleRate(BigInt(whole + fraction), fraction.length)
  return rate > 0n ? rate : null
}

/** Scales a non-negative rate to millionths, rounding half up. */
export function scaleRate(digits: bigint, decimals: number): Ppm {
  if (decimals <= 6) return ppm(digits * 10n ** BigInt(6 - decimals))

  const divisor = 10n ** BigInt(decimals - 6)
  return ppm((digits + divisor / 2n) / divisor)
}
