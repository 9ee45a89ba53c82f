import type { Address } from '../../../lib/hex.js'
import type { UnixMs } from '../../../lib/time.js'
import type { Signatures } from '../../../platform/outbound/sign-body.js'
import type { EventKind } from '../../events/event.js'

/** The first delivery of a lane that this process has taken, to be sent once now. */
export type Turn = {
  merchant: Address
  lane: string
  route: string
  /** Names this very claim; whoever claims the lane after it has another. */
  lease: string
  isRetry: boolean
  delivery: {
    id: string
    eventId: string
    kind: EventKind
    happenedAt: UnixMs
    signatures: Signatures
    receiptId: string | null
    url: string
    body: string
    extendedRetries: boolean
    /** How many attempts there were before, and whether one of them succeeded. */
    attempts: number
    wasDelivered: boolean
  }
}
