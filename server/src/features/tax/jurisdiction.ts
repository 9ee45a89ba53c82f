import type { Ppm } from '../../lib/money.js'
import type { UnixMs } from '../../lib/time.js'

/** A part of a tax that can be applied alone. */
export type RatedComponent = { code: string; name: string; rate: Ppm }

/** Where sales are taxed alike. */
export type Jurisdiction = {
  /** `country`, or `country-region`; in capitals. */
  code: string
  country: string
  region: string | null
  name: string
  /** The sum of the components, always. */
  rate: Ppm
  components: readonly RatedComponent[]
  /** A day in ISO 8601; `null` for what a merchant set. */
  effectiveFrom: string | null
  source: string
  kind: 'catalogue' | 'merchant'
}

/** The rates that everybody is offered. */
export type Catalogue = { jurisdictions: readonly Jurisdiction[]; updatedAt: UnixMs }
