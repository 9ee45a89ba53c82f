import type { Address } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'
import type { EventKind } from '../events/event.js'

/** An address that gets a merchant's events, whatever receipt they are about. */
export type Endpoint = {
  merchant: Address
  id: string
  url: string
  /** Which it wants. */
  events: readonly EventKind[]
  isEnabled: boolean
  /** Whether more is tried after the two attempts that everybody gets. */
  extendedRetries: boolean
  createdAt: UnixMs
}
