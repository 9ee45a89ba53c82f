import type { Config } from '../../../platform/config/config.js'
import { deliveryHeaders } from '../../../platform/outbound/delivery-headers.js'
import type { Delivery } from '../delivery.js'
import type { FullDelivery } from './delivery-list-store.js'

/** Returns a delivery as the API shows it. */
export function describeDelivery(delivery: Delivery) {
  const { id, eventId, receiptId, kind, url, endpointId, status, attempts, createdAt } = delivery
  return {
    deliveryId: id,
    eventId,
    receiptId,
    event: kind,
    url,
    webhookId: endpointId,
    status,
    attempts: attempts.map(({ at, httpStatus, error, durationMs }) => ({
      at,
      httpStatus,
      error,
      durationMs,
    })),
    createdAt,
  }
}

/** Returns a delivery with the request of its last or upcoming attempt. An unsigned delivery has no headers. */
export function describeRequest(
  { delivery, body, happenedAt }: FullDelivery,
  { serviceName }: Pick<Config, 'serviceName'>,
) {
  const { signatures, attempts } = delivery
  const signedAt = delivery.signedAt ?? happenedAt
  const attempt = Math.max(1, attempts.length)
  const headers = signatures
    ? deliveryHeaders({ ...delivery, happenedAt, signedAt, signatures }, { serviceName, attempt })
    : {}
  return { ...describeDelivery(delivery), request: { headers, body } }
}
