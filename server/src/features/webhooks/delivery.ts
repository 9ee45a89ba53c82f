import type { Address } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'
import type { PostError } from '../../platform/outbound/post-error.js'
import type { Signatures } from '../../platform/outbound/sign-body.js'
import type { WebhookKind } from './webhook-kind.js'

export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const

export type DeliveryStatus = (typeof deliveryStatuses)[number]

export type Attempt = {
  at: UnixMs
  httpStatus: number | null
  /** `null` when the attempt succeeded. */
  error: PostError | 'no_signing_secret' | 'webhook_switched_off' | null
  durationMs: number
}

/** The delivery of one event to one address, with every attempt so far. */
export type Delivery = {
  merchant: Address
  id: string
  eventId: string
  /** The kind under which it is sent. */
  kind: WebhookKind
  receiptId: string | null
  /** `null` for the receipt's own address. */
  endpointId: string | null
  url: string
  /** `null` when no signing secret was available. Such a delivery has failed and is never sent. */
  signatures: Signatures | null
  /** The real time of the signatures. */
  signedAt: UnixMs
  extendedRetries: boolean
  status: DeliveryStatus
  attempts: readonly Attempt[]
  createdAt: UnixMs
}

const idForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Reports whether a text can be a delivery id. The database rejects a query for any other text. */
export function isDeliveryId(text: string): boolean {
  return idForm.test(text)
}
