import type { ServiceHeaders } from './find-header-sets.js'
import type { Bytes } from './read-body.js'
import { WebhookError } from './webhook-error.js'
import type { WebhookEvent } from './webhook-event.js'

/**
 * Parses the event of a verified body. Checks only the fields that every event has, because the
 * service may add fields and kinds at any time.
 *
 * @throws {WebhookError} `not_json`, `unknown_shape`, `headers_contradict`
 */
export function readEvent(body: Bytes, headers: ServiceHeaders | null): WebhookEvent {
  const event = parse(body)
  if (!isEvent(event)) {
    throw new WebhookError(
      'unknown_shape',
      'The signature is valid, but the body is not an event: event, timestamp, or receiptId and status of a receipt ' +
        'event are missing. Check what else signs requests with this secret.',
    )
  }

  // The signature does not cover these headers, so they must repeat the body.
  requireSame(headers?.timestamp, { name: 'timestamp', value: String(event.timestamp) })
  requireSame(headers?.event, { name: 'event', value: event.event })
  return event
}

function requireSame(
  header: string | null | undefined,
  { name, value }: { name: string; value: string },
): void {
  if (header === null || header === undefined || header === value) return
  throw new WebhookError(
    'headers_contradict',
    `The ${name} in the headers differs from the ${name} in the signed body. ` +
      'A proxy may have changed the header: pass all headers as received.',
  )
}

function parse(body: Bytes): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    throw new WebhookError(
      'not_json',
      'The signature is valid, but the body is not JSON. Check what else signs requests with this secret.',
    )
  }
}

function isEvent(value: unknown): value is WebhookEvent {
  if (typeof value !== 'object' || value === null) return false
  const { event, timestamp, receiptId, status } = value as Record<string, unknown>
  if (typeof event !== 'string' || event === '' || !Number.isSafeInteger(timestamp)) return false
  if (event !== 'receipt.status_updated' && event !== `receipt.${status}`) return true
  return typeof receiptId === 'string' && typeof status === 'string'
}
