import { diagnoseMismatch } from './diagnose-mismatch.js'
import { findHeaderSets } from './find-header-sets.js'
import { isSignedWith } from './is-signed-with.js'
import { readBody } from './read-body.js'
import { readEvent } from './read-event.js'
import { readHeaders, type WebhookHeaders } from './read-headers.js'
import { readSecrets } from './read-secrets.js'
import { readSignatures } from './read-signatures.js'
import { requireServiceName } from './require-service-name.js'
import { WebhookError } from './webhook-error.js'
import type { WebhookEvent } from './webhook-event.js'

/**
 * A received webhook and the secrets to verify it with.
 *
 * @example
 * const input: WebhookInput = { body: await request.text(), headers: request.headers, secret }
 */
export type WebhookInput = {
  /** The raw text or bytes as received, not parsed. */
  body: string | Uint8Array | ArrayBuffer
  /** All headers of the request, of Node or `fetch`, in any case. */
  headers: WebhookHeaders
  /**
   * The developer key that created the receipt, or the `whsec_` secret of the shop's endpoint. In a
   * list, one must match. An undefined secret is an error.
   */
  secret: string | undefined | readonly (string | undefined)[]
  /**
   * The service's `SERVICE_NAME`. Required only if the request has another `X-…-Signature` header.
   */
  serviceName?: string | undefined
  /**
   * The largest accepted distance between the event's time and now, in ms. No limit by default,
   * because redeliveries keep the original time.
   */
  toleranceMs?: number | undefined
  /** Replaces the clock, Unix ms. */
  now?: number | undefined
}

/**
 * A webhook with a valid signature.
 *
 * @example
 * const { event, deliveryId }: VerifiedWebhook = await verifyWebhook({ body, headers, secret })
 */
export type VerifiedWebhook = {
  event: WebhookEvent
  /** The same for every attempt at one URL. Null without its header. Not signed. */
  deliveryId: string | null
  /**
   * The same at every URL and in `GET /api/events`. Null without the Standard Webhooks headers.
   * Signed.
   */
  eventId: string | null
  /** When the event happened, Unix ms. Signed. */
  timestamp: number
  /** Starts at 1. Null without its header. Not signed. */
  attempt: number | null
}

/**
 * Verifies a webhook and returns its event. Requires `X-…-Signature` or `webhook-signature`; if
 * both are present, both must be valid.
 *
 * @throws {WebhookError} with a `code` and a message that states the most likely cause
 * @throws {TypeError} when `serviceName`, `toleranceMs` or `now` is invalid
 * @example
 * const { event, eventId } = await verifyWebhook({
 *   body: await request.text(),
 *   headers: request.headers,
 *   secret: process.env.TALLYSTICK_KEY,
 * })
 * if (isPaid(event)) await shipOnce(event.receiptId)
 */
export async function verifyWebhook(input: WebhookInput): Promise<VerifiedWebhook> {
  const { serviceName, toleranceMs, now = Date.now() } = input
  requireServiceName(serviceName)
  requireTimes({ toleranceMs, now })

  const body = readBody(input.body)
  const secrets = readSecrets(input.secret)
  const { service, standard } = findHeaderSets(readHeaders(input.headers), serviceName)
  const signatures = readSignatures({ service, standard })

  // One secret must match all headers: signatures of different keys may come from different
  // webhooks.
  const results = await Promise.all(
    secrets.map((secret) => isSignedWith(signatures, { secret, body })),
  )
  if (!results.includes(true)) throw await diagnoseMismatch({ signatures, secrets, body })

  const event = readEvent(body, service)
  requireWithinTolerance(event.timestamp, { toleranceMs, now })
  return {
    event,
    deliveryId: service?.delivery ?? null,
    eventId: standard?.id ?? null,
    timestamp: event.timestamp,
    attempt: readAttempt(service?.attempt),
  }
}

function requireTimes({ toleranceMs, now }: { toleranceMs: number | undefined; now: number }) {
  if (!Number.isFinite(now)) throw new TypeError('now must be a Unix time in ms.')
  if (toleranceMs === undefined || toleranceMs >= 0) return
  throw new TypeError(
    'toleranceMs must be a non-negative number. Omit it to accept events of any age.',
  )
}

function requireWithinTolerance(
  timestamp: number,
  { toleranceMs = Number.POSITIVE_INFINITY, now }: { toleranceMs: number | undefined; now: number },
): void {
  const ageMs = now - timestamp
  if (Math.abs(ageMs) <= toleranceMs) return
  throw new WebhookError(
    'outside_tolerance',
    `The event is ${Math.abs(ageMs)} ms ${ageMs > 0 ? 'old' : 'in the future'}, but toleranceMs is ${toleranceMs}. ` +
      'Check the clock of this machine. To accept redeliveries, which keep their original time, omit toleranceMs and ' +
      'store the ids of handled events.',
  )
}

function readAttempt(header: string | null | undefined): number | null {
  return /^[1-9]\d{0,8}$/.test(header ?? '') ? Number(header) : null
}
