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

/** Returns the queue of a delivery: one per receipt and address. Events about no receipt have no order. */
export function queueOf(delivery: {
  merchant: Address
  id: string
  receiptId: string | null
  endpointId: string | null
  url: string
}): DeliveryQueue {
  const { merchant, receiptId, endpointId, url } = delivery
  if (receiptId === null) return ownQueueOf(delivery)
  const { host } = new URL(url)
  const queueKey = `${endpointId ?? 'receipt'} ${host} ${receiptId}`
  return { merchant, queueKey, route: routeOf({ merchant, host }) }
}

/** Returns a queue for one delivery alone, so that a late retry or a redelivery delays no other delivery. */
export function ownQueueOf(delivery: {
  merchant: Address
  id: string
  url: string
}): DeliveryQueue {
  const { merchant, id, url } = delivery
  const { host } = new URL(url)
  return { merchant, queueKey: `own ${id}`, route: routeOf({ merchant, host }) }
}

function routeOf({ merchant, host }: { merchant: Address; host: string }): string {
  return `${host} ${merchant}`
}
