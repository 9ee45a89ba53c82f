import { type Ppm, ppm } from '../../lib/money.js'

/** Adds the rates of components up, exactly; none add up to zero. */
export function sumRates(components: readonly { rate: Ppm }[]): Ppm {
  return ppm(components.reduce((total, { rate }) => total + rate, 0n))
}
