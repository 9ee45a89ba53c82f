import { describe, expect, test } from 'vitest'
import { serve } from '../test/serve.js'
import { createClient } from './index.js'

const order = { items: [{ sku: 'COFFEE-1', qty: 2 }], taxRate: 0.095 }
const receipt = { id: 'INV-1', lineItems: [{ label: 'Workshop', priceUsd: 120 }], totalUsd: 120 }

describe('createReceiptCalls', () => {
  test('default', async () => {
    const { baseUrl, received } = await serve(
      { json: { ok: true, receipt: { receiptId: 'rcpt_1' } } },
      { json: { ok: true, quote: { totalUsd: 31.92 } } },
      { status: 201, json: { id: 'INV-1', status: 'pending' } },
      { json: { receipts: [], nextCursor: null } },
      { json: { receipts: [], nextCursor: null } },
      { json: { receiptId: 'a:b' } },
      { json: { id: 'a:b', status: 'generated' } },
      { json: { ok: true } },
    )
    const client = createClient({ baseUrl, apiKey: 'tly_test_0123456789_secret' })

    await expect(client.createOrder(order)).resolves.toEqual({ receiptId: 'rcpt_1' })
    await expect(client.quoteOrder(order)).resolves.toEqual({ totalUsd: 31.92 })
    await expect(client.createReceipt(receipt)).resolves.toEqual({ id: 'INV-1', status: 'pending' })
    await expect(client.listReceipts()).resolves.toEqual({ receipts: [], nextCursor: null })
    await client.listReceipts({ status: 'paid', from: 1, limit: 2, cursor: '5.INV-1' })
    await expect(client.getReceipt('a:b')).resolves.toEqual({ receiptId: 'a:b' })
    await expect(client.receiptStatus('a:b')).resolves.toMatchObject({ status: 'generated' })
    const opened = { receiptId: 'a:b', status: 'link_opened' } as const
    await expect(client.setReceiptStatus(opened)).resolves.toBeUndefined()

    expect(received.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST /api/orders',
      'POST /api/orders/quote',
      'POST /api/receipts',
      'GET /api/receipts',
      'GET /api/receipts?status=paid&from=1&limit=2&cursor=5.INV-1',
      'GET /api/receipts/a%3Ab',
      'GET /api/receipts/status?receiptId=a%3Ab',
      'POST /api/receipts/status',
    ])
    const bodies = received.filter(({ body }) => body !== '').map(({ body }) => JSON.parse(body))
    expect(bodies).toEqual([order, order, receipt, opened])
  })

  test('behavior: what is made under an idempotency key is sent again when it fails', async () => {
    const { baseUrl, received } = await serve(
      { status: 503 },
      { json: { ok: true, receipt: { receiptId: 'rcpt_1' } } },
      { status: 201, json: { id: 'INV-1' } },
    )
    const client = createClient({ baseUrl })

    await client.createOrder(order, { idempotencyKey: 'cart-1' })
    await client.createReceipt(receipt, { idempotencyKey: 'invoice-1' })

    const keys = received.map(({ headers }) => headers['idempotency-key'])
    expect(keys).toEqual(['cart-1', 'cart-1', 'invoice-1'])
  })

  test('error: what is made without one is not', async () => {
    const { baseUrl, received } = await serve({ status: 503 })
    const client = createClient({ baseUrl })

    await expect(client.createOrder(order)).rejects.toMatchObject({ status: 503 })
    await expect(client.createReceipt(receipt)).rejects.toMatchObject({ status: 503 })

    expect(received).toHaveLength(2)
    expect(received[0]?.headers).not.toHaveProperty('idempotency-key')
  })

  test.each(['', 'a b', 'ä', 'x'.repeat(256), 'line\n'])('error: the key %j', async (key) => {
    const { baseUrl, received } = await serve({ json: {} })
    const client = createClient({ baseUrl })
    const options = { idempotencyKey: key }

    await expect(client.createOrder(order, options)).rejects.toBeInstanceOf(TypeError)
    await expect(client.createReceipt(receipt, options)).rejects.toBeInstanceOf(TypeError)

    expect(received).toEqual([])
  })
})
