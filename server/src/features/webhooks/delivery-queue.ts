import type { Address } from '../../lib/hex.js'
import type { Delivery } from './delivery.js'

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
export function ownQueueOf({
  merchant,
  id,
  url,
}: Pick<Delivery, 'merchant' | 'id' | 'url'>): DeliveryQueue {
  const { host } = new URL(url)
  return { merchant, queueKey: `own ${id}`, route: `${host} ${merchant}` }
}
