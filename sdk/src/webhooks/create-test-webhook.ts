import { createTestEvent, type TestEvent } from './create-test-event.js'
import type { Bytes } from './read-body.js'
import { readSecrets } from './read-secrets.js'
import { requireServiceName } from './require-service-name.js'

/**
 * Options of a test webhook.
 *
 * @example
 * const options: TestWebhookOptions = { secret: 'tly_test_…', event: { status: 'failed' } }
 */
export type TestWebhookOptions = {
  /** The secret that your handler verifies with. */
  secret: string
  /** Fields of the event. The others have defaults. By default, a receipt becomes `paid`. */
  event?: TestEvent | undefined
  /** The name in the headers. Default `Service`, as in `X-Service-Signature`. */
  serviceName?: string | undefined
  /** Default: a new id. */
  deliveryId?: string | undefined
  /** Default: a new id. */
  eventId?: string | undefined
  /** Default 1. */
  attempt?: number | undefined
  /** Replaces the clock, Unix ms. `event.timestamp` takes precedence. */
  now?: number | undefined
}

/**
 * A webhook request as the service sends it.
 *
 * @example
 * const { body, headers }: TestWebhook = await createTestWebhook({ secret })
 */
export type TestWebhook = {
  body: string
  /** By lower-case name. */
  headers: Record<string, string>
}

/**
 * Creates a signed webhook with both sets of headers, to test a handler without a service.
 *
 * @throws {WebhookError} `secret_unusable`
 * @throws {TypeError} when `serviceName` is invalid
 * @example
 * const { body, headers } = await createTestWebhook({ secret, event: { receiptId: 'R-1' } })
 * const response = await handler(new Request('http://localhost/hook', { method: 'POST', body,
 * headers }))
 */
export async function createTestWebhook(options: TestWebhookOptions): Promise<TestWebhook> {
  const { serviceName = 'Service', attempt = 1, now = Date.now() } = options
  const { deliveryId = crypto.randomUUID(), eventId = crypto.randomUUID() } = options
  requireServiceName(serviceName)
  const [keys] = readSecrets([options.secret])
  if (keys === undefined) throw new Error('readSecrets returned no keys')

  const event = createTestEvent(options.event ?? {}, now)
  const body = JSON.stringify(event)
  const seconds = Math.floor(event.timestamp / 1000)
  const signature = await sign(keys.service, body)
  const standardSignature = await sign(keys.standard, `${eventId}.${seconds}.${body}`)

  const prefix = `x-${serviceName.toLowerCase()}`
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': `${serviceName}-Webhook/1.0`,
      [`${prefix}-signature`]: `sha256=${formatHex(signature)}`,
      [`${prefix}-event`]: event.event,
      [`${prefix}-delivery`]: deliveryId,
      [`${prefix}-timestamp`]: String(event.timestamp),
      [`${prefix}-attempt`]: String(attempt),
      'webhook-id': eventId,
      'webhook-timestamp': String(seconds),
      'webhook-signature': `v1,${btoa(String.fromCharCode(...standardSignature))}`,
    },
  }
}

async function sign(secret: Bytes, text: string): Promise<Bytes> {
  const { subtle } = globalThis.crypto
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await subtle.importKey('raw', secret, algorithm, false, ['sign'])
  return new Uint8Array(await subtle.sign('HMAC', key, new TextEncoder().encode(text)))
}

function formatHex(bytes: Bytes): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
