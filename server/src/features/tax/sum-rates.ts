import { type Ppm, ppm } from '../../lib/money.js'

/** Adds up the rates of components. Zero without components. */
export function sumRates(components: readonly { rate: Ppm }[]): Ppm {
  return ppm(components.reduce((total, { rate }) => total + rate, 0n))
}
