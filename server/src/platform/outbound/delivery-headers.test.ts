import { describe, expect, test } from 'vitest'
import { unixMs } from '../../lib/time.js'
import { deliveryHeaders } from './delivery-headers.js'

const delivery = {
  id: 'd-1',
  eventId: 'e-1',
  kind: 'receipt.status_updated' as const,
  happenedAt: unixMs(1_767_268_800_999),
  signedAt: unixMs(1_767_268_700_999),
  signatures: { signature: 'sha256=ab', standardSignature: 'v1,cd' },
}

describe('deliveryHeaders', () => {
  test('default', () => {
    expect(deliveryHeaders(delivery, { serviceName: 'Service', attempt: 1 })).toEqual({
      'Content-Type': 'application/json',
      'User-Agent': 'Service-Webhook/1.0',
      'X-Service-Signature': 'sha256=ab',
      'X-Service-Event': 'receipt.status_updated',
      'X-Service-Delivery': 'd-1',
      'X-Service-Timestamp': '1767268800999',
      'X-Service-Attempt': '1',
      'webhook-id': 'e-1',
      'webhook-timestamp': '1767268700',
      'webhook-signature': 'v1,cd',
    })
  })

  test("behavior: uses the service's name, and differs only in the attempt", () => {
    const first = deliveryHeaders(delivery, { serviceName: 'Acme-Pay', attempt: 1 })
    expect(first).toMatchObject({
      'User-Agent': 'Acme-Pay-Webhook/1.0',
      'X-Acme-Pay-Signature': 'sha256=ab',
    })
    const third = deliveryHeaders(delivery, { serviceName: 'Acme-Pay', attempt: 3 })
    expect(third).toEqual({ ...first, 'X-Acme-Pay-Attempt': '3' })
  })
})
