import type { Ppm } from '../../lib/money.js'
import { scaleRate } from './scale-rate.js'

/** Fifteen digits before the point; sources write up to eighteen behind it, and nobody writes fifty. */
const plainDecimal = /^(0|[1-9]\d{0,14})(?:\.(\d{1,50}))?$/

/** Reads the rate a source wrote, rounded to millionths; `null` when it is no plain positive decimal. */
export function parseRate(text: string): Ppm | null {
  const [, whole, fraction = ''] = plainDecimal.exec(text) ?? []
  if (whole === undefined) return null

  const rate = scaleRate(BigInt(whole + fraction), fraction.length)
  return rate > 0n ? rate : null
}
