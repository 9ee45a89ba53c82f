import { describe, expect, test } from 'vitest'
import { serve } from '../test/serve.js'
import { createClient } from './index.js'

const settings = { url: 'https://shop.example/hook' }

describe('createWebhookCalls', () => {
  test('default', async () => {
    const webhook = { id: 'whk_1', ...settings }
    const { baseUrl, received } = await serve(
      { json: { events: [], nextCursor: '7' } },
      { json: { events: [], nextCursor: '7' } },
      { json: { ok: true, webhooks: [webhook] } },
      { status: 201, json: { ok: true, webhook: { ...webhook, secret: 'whsec_AA==' } } },
      { json: { ok: true, webhook } },
      { json: { ok: true, id: 'whk_1', deleted: true } },
      { json: { ok: true, deliveries: [], nextCursor: null } },
      { json: { ok: true, deliveryId: 'd 1' } },
      { status: 201, json: { ok: true, deliveryId: 'd-2' } },
    )
    const client = createClient({ baseUrl, apiKey: 'tly_test_0123456789_secret' })

    await expect(client.listEvents()).resolves.toEqual({ events: [], nextCursor: '7' })
    await client.listEvents({ after: '7', limit: 10 })
    await expect(client.listWebhooks()).resolves.toEqual([webhook])
    await expect(client.createWebhook(settings)).resolves.toMatchObject({ secret: 'whsec_AA==' })
    await expect(client.updateWebhook('whk_1', { enabled: false })).resolves.toEqual(webhook)
    await expect(client.deleteWebhook('whk_1')).resolves.toBeUndefined()
    await client.listDeliveries({ receiptId: 'a b', status: 'failed' })
    await expect(client.redeliver('d 1')).resolves.toBeUndefined()
    await expect(client.testWebhook(settings)).resolves.toBe('d-2')

    expect(received.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /api/events',
      'GET /api/events?after=7&limit=10',
      'GET /api/webhooks',
      'POST /api/webhooks',
      'PUT /api/webhooks/whk_1',
      'DELETE /api/webhooks/whk_1',
      'GET /api/webhooks/deliveries?receiptId=a+b&status=failed',
      'POST /api/webhooks/deliveries/d%201/redeliver',
      'POST /api/webhooks/test',
    ])
    expect(JSON.parse(received[4]?.body ?? '')).toEqual({ enabled: false })
  })
})
