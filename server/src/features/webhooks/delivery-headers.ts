import type { UnixMs } from '../../lib/time.js'
import type { EventKind } from '../events/event.js'
import type { Signatures } from './delivery.js'
import { standardTimestamp } from './sign-body.js'

/**
 * What a delivery is sent with: the headers of spec 6.2 under the service's own name, and those of Standard Webhooks.
 * Only the number of the attempt differs from one to the next.
 */
export function deliveryHeaders(
  delivery: {
    id: string
    eventId: string
    kind: EventKind
    /** When what it tells happened. */
    happenedAt: UnixMs
    signatures: Signatures
  },
  { serviceName, attempt }: { serviceName: string; attempt: number },
): Record<string, string> {
  const { id, eventId, kind, happenedAt, signatures } = delivery
  const prefix = `X-${serviceName}`
  return {
    'Content-Type': 'application/json',
    'User-Agent': `${serviceName}-Webhook/1.0`,
    [`${prefix}-Signature`]: signatures.signature,
    [`${prefix}-Event`]: kind,
    [`${prefix}-Delivery`]: id,
    [`${prefix}-Timestamp`]: String(happenedAt),
    [`${prefix}-Attempt`]: String(attempt),
    'webhook-id': eventId,
    'webhook-timestamp': String(standardTimestamp(happenedAt)),
    'webhook-signature': signatures.standardSignature,
  }
}
