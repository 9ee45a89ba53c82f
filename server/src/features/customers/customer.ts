import type { Address } from '../../lib/hex.js'
import type { Cents } from '../../lib/money.js'
import type { UnixMs } from '../../lib/time.js'

/** The figures of a customer, as their receipts show them. */
export type CustomerFigures = {
  /** An e-mail address in lower case, or a wallet. */
  key: string
  /** The wallet that paid last. */
  wallet: Address | null
  /** The name on the newest receipt with one. */
  name: string | null
  receiptCount: number
  spentUsdCents: Cents
  refundedUsdCents: Cents
  firstSeenAt: UnixMs
  lastSeenAt: UnixMs
}

/** A buyer of a merchant, with what its team wrote about them. */
export type Customer = CustomerFigures & {
  merchant: Address
  id: string
  nameKey: string
  note: string | null
  consent: boolean | null
  consentAt: UnixMs | null
  revision: number
}

/** Returns the e-mail address of a customer, or null for one who is known by a wallet. */
export function emailOf({ key }: Pick<Customer, 'key'>): string | null {
  return key.includes('@') ? key : null
}
