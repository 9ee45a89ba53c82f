import { describe, expect, test } from 'vitest'
import { serve } from '../../test/serve.js'
import { createClient } from '../index.js'

const receipt = { id: 'INV-1', lineItems: [{ label: 'Workshop', priceUsd: 120 }], totalUsd: 120 }

describe('receipts', () => {
  test('default', async () => {
    const { baseUrl, received } = await serve(
      { status: 201, json: { id: 'INV-1', status: 'pending' } },
      { json: { receipts: [], nextCursor: null } },
      { json: { receipts: [], nextCursor: null } },
      { json: { receiptId: 'a:b' } },
      { json: { id: 'a:b', status: 'generated' } },
      { json: { ok: true } },
      { json: { ok: true, quote: { totalUsd: 12.57 } } },
    )
    const { receipts } = createClient({ baseUrl, apiKey: 'tly_test_0123456789_secret' })

    await expect(receipts.create(receipt)).resolves.toEqual({ id: 'INV-1', status: 'pending' })
    await expect(receipts.list()).resolves.toEqual({ receipts: [], nextCursor: null })
    await receipts.list({ status: 'paid', from: 1, limit: 2, cursor: '5.INV-1' })
    await expect(receipts.get('a:b')).resolves.toEqual({ receiptId: 'a:b' })
    await expect(receipts.getStatus('a:b')).resolves.toMatchObject({ status: 'generated' })
    const opened = { receiptId: 'a:b', status: 'link_opened' } as const
    await expect(receipts.setStatus(opened)).resolves.toBeUndefined()
    const sale = { amountUsd: 12.5 }
    await expect(receipts.quoteTerminal(sale)).resolves.toEqual({ totalUsd: 12.57 })

    expect(received.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST /api/receipts',
      'GET /api/receipts',
      'GET /api/receipts?status=paid&from=1&limit=2&cursor=5.INV-1',
      'GET /api/receipts/a%3Ab',
      'GET /api/receipts/status?receiptId=a%3Ab',
      'POST /api/receipts/status',
      'POST /api/receipts/terminal/quote',
    ])
    const bodies = received.filter(({ body }) => body !== '').map(({ body }) => JSON.parse(body))
    expect(bodies).toEqual([receipt, opened, sale])
  })

  test('behavior: archives receipts and brings them back', async () => {
    const { baseUrl, received } = await serve(
      { json: { ok: true, archived: true, changed: 2 } },
      { json: { ok: true, archived: false, changed: 1 } },
    )
    const { receipts } = createClient({ baseUrl })

    await expect(receipts.archive(['a', 'b'])).resolves.toMatchObject({ changed: 2 })
    await expect(receipts.restore(['a'])).resolves.toMatchObject({ changed: 1 })

    expect(received.map(({ url }) => url)).toEqual(received.map(() => '/api/receipts/archive'))
    expect(received.map(({ body }) => JSON.parse(body))).toEqual([
      { ids: ['a', 'b'], archived: true },
      { ids: ['a'], archived: false },
    ])
  })

  test('behavior: exports the receipts that match as CSV', async () => {
    const file = { headers: { 'content-type': 'text/csv; charset=utf-8' }, text: 'id,status\r\n' }
    const { baseUrl, received } = await serve(file)

    const { receipts } = createClient({ baseUrl })
    await expect(receipts.export({ flag: 'late', minUsd: 5 })).resolves.toBe(file.text)

    expect(received[0]).toMatchObject({ url: '/api/receipts/export?flag=late&minUsd=5' })
    expect(received[0]?.headers.accept).toBe('text/csv')
  })

  test('error: refuses a page instead of a CSV file', async () => {
    const { baseUrl } = await serve({ headers: { 'content-type': 'text/html' }, text: '<html>' })

    await expect(createClient({ baseUrl }).receipts.export()).rejects.toMatchObject({
      code: 'unreadable_response',
      message: expect.stringContaining('the response is not CSV'),
    })
  })

  test('behavior: retries a create with an idempotency key', async () => {
    const { baseUrl, received } = await serve(
      { status: 503 },
      { status: 201, json: { id: 'INV-1' } },
    )

    await createClient({ baseUrl }).receipts.create(receipt, { idempotencyKey: 'invoice-1' })

    const keys = received.map(({ headers }) => headers['idempotency-key'])
    expect(keys).toEqual(['invoice-1', 'invoice-1'])
  })

  test('error: does not retry a create without an idempotency key', async () => {
    const { baseUrl, received } = await serve({ status: 503 })

    const { receipts } = createClient({ baseUrl })
    await expect(receipts.create(receipt)).rejects.toMatchObject({ status: 503 })

    expect(received).toHaveLength(1)
    expect(received[0]?.headers).not.toHaveProperty('idempotency-key')
  })

  test.each(['', 'a b', 'ä', 'x'.repeat(256), 'line\n'])(
    'error: rejects the idempotency key %j',
    async (idempotencyKey) => {
      const { baseUrl, received } = await serve({ json: {} })

      const { receipts } = createClient({ baseUrl })
      await expect(receipts.create(receipt, { idempotencyKey })).rejects.toBeInstanceOf(TypeError)

      expect(received).toEqual([])
    },
  )
})
