import type { Address } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'
import type { PostError } from '../../platform/outbound/post-error.js'
import type { Signatures } from '../../platform/outbound/sign-body.js'
import type { EventKind } from '../events/event.js'

export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const

export type DeliveryStatus = (typeof deliveryStatuses)[number]

/** One try to hand an event over. */
export type Attempt = {
  at: UnixMs
  httpStatus: number | null
  /** `null` when it was taken. */
  error: PostError | 'no_signing_secret' | 'webhook_switched_off' | null
  durationMs: number
}

/** One event on its way to one address. */
export type Delivery = {
  merchant: Address
  id: string
  eventId: string
  kind: EventKind
  receiptId: string | null
  /** `null` for the receipt's own address. */
  endpointId: string | null
  url: string
  /** `null` where there was nothing to sign with; then it failed at once. */
  signatures: Signatures | null
  extendedRetries: boolean
  status: DeliveryStatus
  attempts: readonly Attempt[]
  createdAt: UnixMs
}
