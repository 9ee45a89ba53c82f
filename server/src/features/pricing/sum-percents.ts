import { ppm, ppmFromDecimal, ppmToDecimal } from '../../lib/money.js'

/** Adds percentages of at most six decimals by their digits: in floats 0.1 and 0.2 make 0.30000000000000004. */
export function sumPercents(percents: readonly number[]): number {
  const total = percents.reduce((sum, percent) => sum + millionthsOf(percent), 0n)
  return ppmToDecimal(ppm(total))
}

function millionthsOf(percent: number): bigint {
  const millionths = ppmFromDecimal(percent)
  if (millionths === null) throw new Error(`${percent} has more than six decimals`)
  return millionths
}
