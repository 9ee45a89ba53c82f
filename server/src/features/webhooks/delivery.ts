import type { Address } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'
import type { PostError } from '../../platform/outbound/post-error.js'
import type { Signatures } from '../../platform/outbound/sign-body.js'
import type { WebhookKind } from './webhook-kind.js'

export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const

export type DeliveryStatus = (typeof deliveryStatuses)[number]

/** The start of a receiver's response. It is untrusted text, never parsed. */
export type AttemptResponse = {
  contentType: string | null
  /** Null for a binary body. */
  body: string | null
  /** Whether the body was longer. */
  isTruncated: boolean
}

export type Attempt = {
  at: UnixMs
  httpStatus: number | null
  /** `null` when the attempt succeeded. */
  error: PostError | 'no_signing_secret' | 'webhook_switched_off' | null
  durationMs: number
  /** Absent when there was no response, or an empty one. */
  response?: AttemptResponse
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

/** A queue of deliveries that must arrive in order. Its row exists while one of them is pending. */
export type DeliveryQueue = {
  merchant: Address
  queueKey: string
  /** A merchant and a host. Merchants share hosts, and one must not delay another there. */
  route: string
}

/** A delivery and its queue. */
export type QueuedDelivery = { delivery: Delivery; queue: DeliveryQueue }

/** Returns the queue of a delivery: one per receipt and address. Other events have no order. */
export function queueOf(
  delivery: Pick<Delivery, 'merchant' | 'id' | 'receiptId' | 'endpointId' | 'url'>,
): DeliveryQueue {
  const { merchant, receiptId, endpointId, url } = delivery
  if (receiptId === null) return ownQueueOf(delivery)
  const { host } = new URL(url)
  const queueKey = `${endpointId ?? 'receipt'} ${host} ${receiptId}`
  return { merchant, queueKey, route: `${host} ${merchant}` }
}

/** Returns a queue for one delivery alone, so that a late retry delays no other delivery. */
export function ownQueueOf(delivery: Pick<Delivery, 'merchant' | 'id' | 'url'>): DeliveryQueue {
  const { merchant, id, url } = delivery
  const { host } = new URL(url)
  return { merchant, queueKey: `own ${id}`, route: `${host} ${merchant}` }
}
