import type { ServiceHeaders } from './find-header-sets.js'
import type { Bytes } from './read-body.js'
import { WebhookError } from './webhook-error.js'
import type { WebhookEvent } from './webhook-event.js'

/**
 * The event in a body whose signature is right. Only what every event has is looked at: the service may add fields
 * and kinds at any time.
 *
 * @throws {WebhookError} `not_json`, `unknown_shape`, `headers_contradict`
 */
export function readEvent(body: Bytes, headers: ServiceHeaders | null): WebhookEvent {
  const event = parse(body)
  if (!isEvent(event)) {
    throw new WebhookError(
      'unknown_shape',
      'The signature is right, but the body is not an event: it has no event, no timestamp or, about a receipt, ' +
        'no receiptId and status. Something else was signed with this secret.',
    )
  }

  // Not signed, so these may only repeat what is.
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
    `The ${name} in the headers and the ${name} in the body differ, and only the body is signed. ` +
      'Something on the way has changed the header.',
  )
}

function parse(body: Bytes): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    throw new WebhookError(
      'not_json',
      'The signature is right, but the body is not JSON. Something else was signed with this secret.',
    )
  }
}

function isEvent(value: unknown): value is WebhookEvent {
  if (typeof value !== 'object' || value === null) return false
  const { event, timestamp, receiptId, status } = value as Record<string, unknown>
  if (typeof event !== 'string' || event === '' || !Number.isSafeInteger(timestamp)) return false
  if (event !== 'receipt.status_updated') return true
  return typeof receiptId === 'string' && typeof status === 'string'
}
