import { createHmac } from 'node:crypto'

/** A valid developer key. */
export const developerKey = `tly_test_0123456789_${'Secret0'.repeat(5)}abc`
/** A valid endpoint secret: the bytes 0 to 31. */
export const endpointSecret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='

export const deliveryId = '7d3f0c4e-5f6a-4b1c-9d2e-8a7b6c5d4e3f'
export const eventId = '0b9a8c7d-6e5f-4a3b-8c2d-1e0f9a8b7c6d'

/** Returns the headers of a delivery, signed independently of the SDK. */
export function signWebhook(
  body: string | Uint8Array,
  {
    secret = developerKey,
    timestamp = Date.UTC(2026, 0, 1),
    event = 'receipt.status_updated',
  } = {},
) {
  const seconds = Math.floor(timestamp / 1000)
  const standardKey = secret.startsWith('whsec_')
    ? Buffer.from(secret.slice('whsec_'.length), 'base64')
    : secret
  const standard = createHmac('sha256', standardKey).update(`${eventId}.${seconds}.`).update(body)
  return {
    'x-service-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    'x-service-event': event,
    'x-service-delivery': deliveryId,
    'x-service-timestamp': String(timestamp),
    'x-service-attempt': '1',
    'webhook-id': eventId,
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${standard.digest('base64')}`,
  }
}
