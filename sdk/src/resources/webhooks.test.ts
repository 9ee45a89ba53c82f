import { describe, expect, test } from 'vitest'
import { serve } from '../../test/serve.js'
import { createClient } from '../index.js'

const apiKey = 'tly_test_0123456789_secret'
const settings = { url: 'https://shop.example/hook' }

describe('webhooks', () => {
  test('default', async () => {
    const webhook = { id: 'whk_1', ...settings }
    const { baseUrl, received } = await serve(
      { json: { ok: true, webhooks: [webhook] } },
      { status: 201, json: { ok: true, webhook: { ...webhook, secret: 'whsec_AA==' } } },
      { json: { ok: true, webhook } },
      { json: { ok: true, id: 'whk_1', deleted: true } },
      { json: { ok: true, deliveries: [], nextCursor: null } },
      { json: { ok: true, deliveryId: 'd 1' } },
      { status: 201, json: { ok: true, deliveryId: 'd-2' } },
    )
    const { endpoints, deliveries, sendTest } = createClient({ baseUrl, apiKey }).webhooks

    await expect(endpoints.list()).resolves.toEqual([webhook])
    await expect(endpoints.create(settings)).resolves.toMatchObject({ secret: 'whsec_AA==' })
    await expect(endpoints.update('whk_1', { enabled: false })).resolves.toEqual(webhook)
    await expect(endpoints.delete('whk_1')).resolves.toBeUndefined()
    await deliveries.list({ receiptId: 'a b', status: 'failed' })
    await expect(deliveries.redeliver('d 1')).resolves.toBeUndefined()
    await expect(sendTest(settings)).resolves.toBe('d-2')

    expect(received.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /api/webhooks',
      'POST /api/webhooks',
      'PUT /api/webhooks/whk_1',
      'DELETE /api/webhooks/whk_1',
      'GET /api/webhooks/deliveries?receiptId=a+b&status=failed',
      'POST /api/webhooks/deliveries/d%201/redeliver',
      'POST /api/webhooks/test',
    ])
    expect(JSON.parse(received[2]?.body ?? '')).toEqual({ enabled: false })
  })

  test('behavior: replaces secrets with the session of a user', async () => {
    const webhook = { id: 'whk 1', secret: 'whsec_AA==' }
    const { baseUrl, received } = await serve(
      { json: { ok: true, webhook } },
      { json: { ok: true, shopSecret: null } },
      { json: { ok: true, shopSecret: { secret: 'whsec_BB==' } } },
    )
    const session = { csrfToken: 'token', cookie: 'one=1; two=2' }
    const { endpoints, shopSecret } = createClient({ baseUrl, session }).webhooks

    await expect(endpoints.rotateSecret('whk 1', { overlapHours: 0 })).resolves.toEqual(webhook)
    await expect(shopSecret.get()).resolves.toBeNull()
    await expect(shopSecret.rotate()).resolves.toEqual({ secret: 'whsec_BB==' })

    expect(received.map(({ method, url, body }) => `${method} ${url} ${body}`)).toEqual([
      'POST /api/webhooks/whk%201/rotate {"overlapHours":0}',
      'GET /api/webhooks/secret ',
      'POST /api/webhooks/secret {}',
    ])
    for (const { headers } of received) {
      expect(headers).toMatchObject({ 'x-csrf-token': 'token', cookie: 'one=1; two=2' })
      expect(headers).not.toHaveProperty('x-api-key')
    }
  })
})
