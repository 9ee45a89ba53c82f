import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aSeller, type Seller } from '../../../../test/fixtures/seller.js'
import { createTestApp, type TestApp } from '../../../../test/harness.js'

let app: TestApp
let seller: Seller
beforeAll(async () => {
  app = await createTestApp()
  seller = await aSeller(app, { items: [{ sku: 'TEA', name: 'Tea', priceUsd: 4 }] })
})
afterAll(() => app.close())

const order = { items: [{ sku: 'TEA', qty: 1 }] }
const lines = { lineItems: [{ label: 'Tea', priceUsd: 4 }], totalUsd: 4 }

describe('reportIgnoredFields', () => {
  test('default', async () => {
    const response = await seller.post('/api/orders', { ...order, tax_rate: 0.1 })
    expect(response.headers['x-ignored-fields']).toBe('tax_rate')
    expect(response.json()).toMatchObject({
      ok: true,
      warnings: [
        {
          field: 'tax_rate',
          message: 'tax_rate is not a field of this request and was ignored. Did you mean taxRate?',
        },
      ],
    })
  })

  test.each([
    ['POST /api/orders/quote', { ...order, taxrate: 0.1 }, 'taxrate', 'taxRate'],
    ['POST /api/receipts', { id: 'a', ...lines, webhookURl: 'x' }, 'webhookURl', 'webhook_url'],
    ['POST /api/inventory', { sku: 'TEA', price_usd: 5 }, 'price_usd', 'priceUsd'],
  ])('behavior: %s names %j', async (route, body, field, suggestion) => {
    const response = await seller.post(route.replace('POST ', ''), body)
    expect(response.statusCode).toBeLessThan(300)
    expect(response.headers['x-ignored-fields']).toBe(field)
    expect(response.json().warnings).toEqual([
      { field, message: expect.stringContaining(`Did you mean ${suggestion}?`) },
    ])
  })

  test.each([
    ['/api/shop/config', { nmae: 'Blue', tax: { taxID: 'x', vat: 1 } }, 'nmae, tax.taxID, tax.vat'],
    ['/api/pricing/config', { addonFee: 1, ratePins: { X: 1 } }, 'addonFee, ratePins.X'],
    [
      '/api/split/deploy',
      { recipients: [{ adress: '0x', bps: 1 }] },
      'recipients[].adress, recipients[].bps',
    ],
    ['/api/merchants', { shop: 'Blue' }, 'shop'],
    ['/api/receipts/terminal', { amountUsd: 3, taxrate: 0.1 }, 'taxrate'],
  ])('behavior: %s names nested fields, with an error too', async (url, body, names) => {
    const response = await seller.act(url, body)
    expect(response.headers['x-ignored-fields']).toBe(names)
    expect(response.json().warnings).toHaveLength(names.split(', ').length)
  })

  test('behavior: names unknown query parameters', async () => {
    const response = await seller.get('/api/receipts?limit=1&statsu=paid&wallet=x')
    expect(response.headers['x-ignored-fields']).toBe('statsu')
    expect(response.json().warnings[0].message).toContain('Did you mean status?')
  })

  test.each([
    ['/api/orders', { ...order, wallet: '0x1', orderId: 'b', customerEmail: 'a@b.c' }],
    ['/api/receipts', { id: 'b', ...lines, metadata: { anything: 1 }, return_url: 'http://a.b' }],
    ['/api/inventory', { sku: 'TEA', attributes: { color: 'green' }, reservedQty: 3 }],
  ])(
    'behavior: %s reports neither other names nor fields ignored as documented',
    async (url, body) => {
      const response = await seller.post(url, body)
      expect(response.statusCode).toBeLessThan(300)
      expect(response.headers['x-ignored-fields']).toBeUndefined()
      expect(response.json()).not.toHaveProperty('warnings')
    },
  )

  test('behavior: a repeated request has its warnings once', async () => {
    const send = () =>
      seller.post('/api/orders', { ...order, color: 'red' }, { 'idempotency-key': 'k1' })
    const first = await send()
    const second = await send()
    expect(second.headers['idempotent-replayed']).toBe('true')
    expect(second.headers['x-ignored-fields']).toBe('color')
    expect(second.body).toBe(first.body)
  })

  test('behavior: the header is ASCII and has at most 20 names and 1 KB', async () => {
    const odd = { 'prix, é\r\n': 1, '\\': 2 }
    const escaped = await seller.post('/api/orders/quote', { ...order, ...odd })
    expect(escaped.headers['x-ignored-fields']).toBe(
      'prix\\u002c\\u0020\\u00e9\\u000d\\u000a, \\u005c',
    )

    const many = Object.fromEntries(
      Array.from({ length: 50 }, (_, index) => [`${index}`.padEnd(100, 'x'), 1]),
    )
    const long = await seller.post('/api/orders/quote', { ...order, ...many })
    expect(String(long.headers['x-ignored-fields']).length).toBeLessThanOrEqual(1_024)
    expect(long.json().warnings).toHaveLength(20)
  })

  test('behavior: in live mode only the header names them', async () => {
    const live = await app.sibling({}, { mode: 'live' })
    const response = await live.inject({
      method: 'POST',
      url: '/api/orders/quote',
      headers: seller.headers,
      payload: { ...order, tax_rate: 0.1 },
    })
    expect(response.headers['x-ignored-fields']).toBe('tax_rate')
    expect(response.json()).not.toHaveProperty('warnings')
  })
})
