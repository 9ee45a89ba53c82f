import { describe, expect, test } from 'vitest'
import { serve } from '../../test/serve.js'
import { createClient } from '../index.js'

const order = { items: [{ sku: 'COFFEE-1', qty: 2 }], taxRate: 0.095 }

describe('orders', () => {
  test('default', async () => {
    const { baseUrl, received } = await serve(
      { json: { ok: true, receipt: { receiptId: 'rcpt_1' } } },
      { json: { ok: true, quote: { totalUsd: 31.92 } } },
    )
    const { orders } = createClient({ baseUrl, apiKey: 'tly_test_0123456789_secret' })

    await expect(orders.create(order)).resolves.toEqual({ receiptId: 'rcpt_1' })
    await expect(orders.quote(order)).resolves.toEqual({ totalUsd: 31.92 })

    expect(received.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST /api/orders',
      'POST /api/orders/quote',
    ])
    expect(received.map(({ body }) => JSON.parse(body))).toEqual([order, order])
  })

  test('behavior: retries a create with an idempotency key', async () => {
    const { baseUrl, received } = await serve(
      { status: 503 },
      { json: { ok: true, receipt: { receiptId: 'rcpt_1' } } },
    )

    await createClient({ baseUrl }).orders.create(order, { idempotencyKey: 'cart-1' })

    const keys = received.map(({ headers }) => headers['idempotency-key'])
    expect(keys).toEqual(['cart-1', 'cart-1'])
  })

  test('error: does not retry a create without an idempotency key', async () => {
    const { baseUrl, received } = await serve({ status: 503 })

    const { orders } = createClient({ baseUrl })
    await expect(orders.create(order)).rejects.toMatchObject({ status: 503 })

    expect(received).toHaveLength(1)
    expect(received[0]?.headers).not.toHaveProperty('idempotency-key')
  })

  test.each(['', 'a b', 'ä', 'x'.repeat(256), 'line\n'])(
    'error: rejects the idempotency key %j',
    async (idempotencyKey) => {
      const { baseUrl, received } = await serve({ json: {} })

      const { orders } = createClient({ baseUrl })
      await expect(orders.create(order, { idempotencyKey })).rejects.toBeInstanceOf(TypeError)

      expect(received).toEqual([])
    },
  )
})
