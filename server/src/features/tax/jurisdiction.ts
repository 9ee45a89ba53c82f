import { type Ppm, ppm } from '../../lib/money.js'
import type { UnixMs } from '../../lib/time.js'

/** A part of a tax that can be applied on its own. */
export type RatedComponent = { code: string; name: string; rate: Ppm }

/** A region with one set of tax rates. */
export type Jurisdiction = {
  /** `country` or `country-region`, in upper case. */
  code: string
  country: string
  region: string | null
  name: string
  /** The sum of the components. */
  rate: Ppm
  components: readonly RatedComponent[]
  /** A day in ISO 8601, or null for a merchant's own rates. */
  effectiveFrom: string | null
  source: string
  kind: 'catalogue' | 'merchant'
}

export type Catalog = { jurisdictions: readonly Jurisdiction[]; updatedAt: UnixMs }

/** Converts a to z to upper case. `toUpperCase` would also turn ı into I: another country. */
export function foldCode(code: string): string {
  return code.replace(/[a-z]+/g, (letters) => letters.toUpperCase())
}

/** Adds up the rates of components. Zero without components. */
export function sumRates(components: readonly { rate: Ppm }[]): Ppm {
  return ppm(components.reduce((total, { rate }) => total + rate, 0n))
}
