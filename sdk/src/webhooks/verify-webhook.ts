import { findHeaderSets } from './find-header-sets.js'
import { findMistake } from './find-mistake.js'
import { isSignedWith } from './is-signed-with.js'
import { readBody } from './read-body.js'
import { readClaims } from './read-claims.js'
import { readEvent } from './read-event.js'
import { readHeaders, type WebhookHeaders } from './read-headers.js'
import { readSecrets } from './read-secrets.js'
import { requireServiceName } from './require-service-name.js'
import { WebhookError } from './webhook-error.js'
import type { WebhookEvent } from './webhook-event.js'

/**
 * A webhook as it came in.
 *
 * @example
 * const input: WebhookInput = { body: await request.text(), headers: request.headers, secret }
 */
export type WebhookInput = {
  /** Raw: the text or the bytes as they came, not what a parser made of them. */
  body: string | Uint8Array | ArrayBuffer
  /** All headers of the request, of Node or of `fetch`, in any case. */
  headers: WebhookHeaders
  /**
   * The developer key that made the receipt, or the `whsec_` secret of the shop's endpoint. Of several, one has to fit;
   * one that is not set is an error, not a secret less.
   */
  secret: string | undefined | readonly (string | undefined)[]
  /** The service's `SERVICE_NAME`. Only needed where another `X-…-Signature` comes along. */
  serviceName?: string | undefined
  /**
   * How far from now, in ms, the event may be. No limit by default: an event that is delivered again keeps its time,
   * so an old one is good.
   */
  toleranceMs?: number | undefined
  /** Unix ms, in place of the clock. */
  now?: number | undefined
}

/**
 * A webhook that is the service's.
 *
 * @example
 * const { event, deliveryId }: VerifiedWebhook = await verifyWebhook({ body, headers, secret })
 */
export type VerifiedWebhook = {
  event: WebhookEvent
  /** The same whenever this event is sent to this address again. `null` if its header did not come; not signed. */
  deliveryId: string | null
  /** The same in `GET /api/events` and at every address. `null` without the headers of Standard Webhooks; signed. */
  eventId: string | null
  /** When it happened, Unix ms. Signed. */
  timestamp: number
  /** From 1. `null` if its header did not come; not signed. */
  attempt: number | null
}

/**
 * Makes sure that a webhook is the service's and returns what it says. Either signature is enough, `X-…-Signature` or
 * `webhook-signature`; one that is there and wrong is refused, even beside one that is right.
 *
 * @throws {WebhookError} with a `code` and a message that says what is most likely wrong
 * @throws {TypeError} when `serviceName`, `toleranceMs` or `now` cannot be used
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
  const claims = readClaims({ service, standard })

  // All claims by one secret: two halves that different keys made were put together by somebody else.
  const verdicts = await Promise.all(
    secrets.map((secret) => isSignedWith(claims, { secret, body })),
  )
  if (!verdicts.includes(true)) throw await findMistake({ claims, secrets, body })

  const event = readEvent(body, service)
  requireNear(event.timestamp, { toleranceMs, now })
  return {
    event,
    deliveryId: service?.delivery ?? null,
    eventId: standard?.id ?? null,
    timestamp: event.timestamp,
    attempt: readAttempt(service?.attempt),
  }
}

function requireTimes({ toleranceMs, now }: { toleranceMs: number | undefined; now: number }) {
  if (!Number.isFinite(now)) throw new TypeError('now must be a time in Unix ms.')
  if (toleranceMs === undefined || toleranceMs >= 0) return
  throw new TypeError('toleranceMs must be a number of milliseconds, or left out.')
}

function requireNear(
  timestamp: number,
  { toleranceMs = Number.POSITIVE_INFINITY, now }: { toleranceMs: number | undefined; now: number },
): void {
  const ageMs = now - timestamp
  if (Math.abs(ageMs) <= toleranceMs) return
  throw new WebhookError(
    'outside_tolerance',
    `The event is ${Math.abs(ageMs)} ms ${ageMs > 0 ? 'old' : 'in the future'}, and toleranceMs is ${toleranceMs}. ` +
      'Check the clock of this machine. A delivery that is sent again keeps its time: to take those, leave ' +
      'toleranceMs out and remember which events were handled.',
  )
}

function readAttempt(header: string | null | undefined): number | null {
  return /^[1-9]\d{0,8}$/.test(header ?? '') ? Number(header) : null
}
