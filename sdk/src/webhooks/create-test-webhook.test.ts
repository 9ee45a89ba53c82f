import { describe, expect, test } from 'vitest'
import { now } from '../../test/context.js'
import {
  deliveryId,
  developerKey,
  endpointSecret,
  eventId,
  signWebhook,
} from '../../test/sign-webhook.js'
import { createTestWebhook } from './create-test-webhook.js'
import { isPaid } from './is-paid.js'
import { verifyWebhook } from './verify-webhook.js'

const secret = developerKey

describe('createTestWebhook', () => {
  test('default', async () => {
    const { event, attempt } = await verifyWebhook({
      ...(await createTestWebhook({ secret })),
      secret,
    })
    expect(isPaid(event)).toBe(true)
    expect(attempt).toBe(1)
  })

  test.each([
    ['a developer key', developerKey],
    ['an endpoint secret', endpointSecret],
  ])('behavior: signs like the service with %s', async (_, used) => {
    const { body, headers } = await createTestWebhook({ secret: used, now, deliveryId, eventId })
    expect(headers).toEqual({
      'content-type': 'application/json',
      'user-agent': 'Service-Webhook/1.0',
      ...signWebhook(body, { secret: used, timestamp: now }),
    })
  })

  test('behavior: fills in defaults for omitted fields', async () => {
    const { body } = await createTestWebhook({
      secret,
      now,
      event: { receiptId: 'R-7', status: 'completed', totalUsd: 5 },
    })
    expect(JSON.parse(body)).toEqual({
      event: 'receipt.status_updated',
      receiptId: 'R-7',
      status: 'completed',
      previousStatus: 'recipient_validated',
      failureCode: null,
      failureCategory: null,
      failureReason: null,
      failureAction: null,
      transactionHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      buyerWallet: expect.stringMatching(/^0x[0-9a-f]{40}$/),
      merchantWallet: expect.stringMatching(/^0x[0-9a-f]{40}$/),
      totalUsd: 5,
      customerTotalUsd: 5,
      token: 'USDC',
      timestamp: now,
      brandKey: 'default',
      onrampSessionId: null,
      isOnrampSessionUnique: false,
      transactionId: null,
      metadata: null,
    })
  })

  test('behavior: adds the failure fields and omits the payment fields when failed', async () => {
    const { body } = await createTestWebhook({ secret, event: { status: 'failed' } })
    const event = JSON.parse(body)
    expect(event).toMatchObject({ status: 'failed', failureCode: 'PORTAL_PAY_CARD_DECLINED' })
    for (const name of [
      'transactionHash',
      'buyerWallet',
      'customerTotalUsd',
      'onrampSourceAmountUsd',
    ]) {
      expect(event).not.toHaveProperty(name)
    }
  })

  test('behavior: adds only the timestamp to other event kinds', async () => {
    const event = { event: 'subscription.charged', amountUsd: 5 }
    const webhook = await createTestWebhook({ secret, now, event })
    const verified = await verifyWebhook({ ...webhook, secret })
    expect(verified.event).toEqual({ ...event, timestamp: now })
  })

  test('behavior: uses the given service name and attempt', async () => {
    const webhook = await createTestWebhook({ secret, serviceName: 'My-Shop', attempt: 2 })
    expect(webhook.headers).toMatchObject({
      'x-my-shop-attempt': '2',
      'user-agent': 'My-Shop-Webhook/1.0',
    })
    expect(await verifyWebhook({ ...webhook, secret, serviceName: 'My-Shop' })).toMatchObject({
      attempt: 2,
    })
  })

  test('behavior: creates new ids for each webhook', async () => {
    const [a, b] = [await createTestWebhook({ secret }), await createTestWebhook({ secret })]
    expect(a.headers['webhook-id']).not.toBe(b.headers['webhook-id'])
    expect(a.headers['x-service-delivery']).not.toBe(b.headers['x-service-delivery'])
  })

  test('error: rejects an invalid secret or service name', async () => {
    await expect(createTestWebhook({ secret: '' })).rejects.toMatchObject({
      code: 'secret_unusable',
    })
    await expect(createTestWebhook({ secret, serviceName: 'a b' })).rejects.toThrow(TypeError)
  })
})
