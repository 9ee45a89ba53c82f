import type { UnixMs } from '../../lib/time.js'
import { type Signatures, standardTimestamp } from './sign-body.js'

/** Returns the headers of a signed post: ours and Standard Webhooks. Only the attempt varies. */
export function deliveryHeaders(
  delivery: {
    id: string
    eventId: string
    kind: string
    /** When the event happened. */
    happenedAt: UnixMs
    /** The real time of the signature. */
    signedAt: UnixMs
    signatures: Signatures
  },
  { serviceName, attempt }: { serviceName: string; attempt: number },
): Record<string, string> {
  const { id, eventId, kind, happenedAt, signedAt, signatures } = delivery
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
    'webhook-timestamp': String(standardTimestamp(signedAt)),
    'webhook-signature': signatures.standardSignature,
  }
}
