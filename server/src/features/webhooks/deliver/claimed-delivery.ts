import type { UnixMs } from '../../../lib/time.js'
import type { Signatures } from '../../../platform/outbound/sign-body.js'
import type { DeliveryQueue } from '../delivery.js'
import type { WebhookKind } from '../webhook-kind.js'

/** A queue that this process has claimed. */
export type ClaimedQueue = DeliveryQueue & {
  /** Unique to this claim, so that a process can tell whether it still holds the queue. */
  lease: string
  isRetry: boolean
}

/** The first delivery of a claimed queue, to be sent once. */
export type ClaimedDelivery = ClaimedQueue & {
  delivery: {
    id: string
    eventId: string
    kind: WebhookKind
    happenedAt: UnixMs
    signedAt: UnixMs
    signatures: Signatures
    receiptId: string | null
    /** Null for the webhook URL of the receipt. */
    endpointId: string | null
    url: string
    body: string
    extendedRetries: boolean
    /** The number of earlier attempts, and whether one of them succeeded. */
    attempts: number
    wasDelivered: boolean
  }
}
