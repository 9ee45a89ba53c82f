import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aListedShop, type ListedShop } from '../../../../test/fixtures/anonymous-caller.js'
import { createTestApp, type TestApp } from '../../../../test/harness.js'
import { billingNames, checkoutNames } from '../../receipts/create/checkout-rules.js'
import { readShopOrder } from './shop-order.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

type Call = { fields?: object; key?: string; ip?: string; verb?: string }

function order(
  { slug }: ListedShop,
  { fields, key, ip = '192.0.2.1', verb = 'orders' }: Call = {},
) {
  return app.inject({
    method: 'POST',
    url: `/api/directory/shops/${slug}/${verb}`,
    payload: { items: [{ sku: 'T', qty: 1 }], ...fields },
    headers: key === undefined ? {} : { 'idempotency-key': key },
    remoteAddress: ip,
  })
}

describe('POST /api/directory/shops/{slug}/orders with an idempotency key', () => {
  test('default: places one order', async () => {
    const shop = await aListedShop(app, { stockQty: -1 })
    const responses = await Promise.all([1, 2, 3].map(() => order(shop, { key: 'basket-1' })))
    const ids = responses.map((response) => response.json().receipt.receiptId)
    expect(new Set(ids).size).toBe(1)
    expect((await shop.get('/api/receipts')).json().receipts).toHaveLength(1)
    expect((await order(shop, { key: 'basket-2' })).json().receipt.receiptId).not.toBe(ids[0])
  })

  test('behavior: shows no order of another network address or of the merchant', async () => {
    const shop = await aListedShop(app, { stockQty: -1 })
    const first = (await order(shop, { key: 'one' })).json().receipt
    const other = (await order(shop, { key: 'one', ip: '192.0.2.2' })).json().receipt
    const body = { items: [{ sku: 'T', qty: 1 }] }
    const ownResponse = await shop.post('/api/orders', body, { 'idempotency-key': 'one' })
    const ids = [first.receiptId, other.receiptId, ownResponse.json().receipt.receiptId]
    expect(new Set(ids).size).toBe(3)
  })

  test('error: refuses the key of another order', async () => {
    const shop = await aListedShop(app, { stockQty: -1 })
    await order(shop, { key: 'one' })
    const changed = await order(shop, { key: 'one', fields: { items: [{ sku: 'T', qty: 2 }] } })
    expect([changed.statusCode, changed.json().error]).toEqual([409, 'idempotency_conflict'])
  })
})

describe('the fields of an order without a key', () => {
  const publicOrders = {
    returnOrigins: ['https://tea.example'],
    jurisdictionCodes: ['US-CA'],
  }

  test('default: accepts the return addresses and jurisdictions that the shop lists', async () => {
    const shop = await aListedShop(app, { stockQty: -1, publicOrders })
    const fields = { returnUrl: 'https://tea.example/thanks', jurisdictionCode: 'us-ca' }
    const response = await order(shop, { fields })
    expect(response.statusCode, response.body).toBe(200)
    expect(response.json().receipt).toMatchObject({
      returnUrl: 'https://tea.example/thanks',
      jurisdictionCode: 'US-CA',
      taxRate: 0.0725,
    })
    const quoted = (await order(shop, { fields, verb: 'quote' })).json().quote
    expect(quoted.jurisdictionCode).toBe('US-CA')
  })

  test.each([
    ['another site', { returnUrl: 'https://evil.example/thanks' }],
    ['another port', { returnUrl: 'https://tea.example:444/' }],
    ['another scheme', { returnUrl: 'http://tea.example/' }],
    ['a site that begins alike', { return_url: 'https://tea.example.evil.example/' }],
    ['another jurisdiction', { jurisdictionCode: 'US-OR' }],
  ])('error: refuses %s', async (_name, fields) => {
    const shop = await aListedShop(app, { stockQty: -1, publicOrders })
    for (const verb of ['orders', 'quote']) {
      const response = await order(shop, { fields, verb })
      expect([response.statusCode, response.json().error]).toEqual([400, 'invalid_input'])
    }
    expect((await shop.get('/api/receipts')).json().receipts).toEqual([])
  })

  test('error: refuses both while the shop lists none', async () => {
    const shop = await aListedShop(app, { stockQty: -1 })
    for (const fields of [{ returnUrl: 'https://tea.example/' }, { jurisdictionCode: 'US-CA' }]) {
      expect((await order(shop, { fields })).statusCode).toBe(400)
    }
  })

  test.each([
    'https://tea.example/path',
    'tea.example',
    'ftp://tea.example',
    '*',
    'https://*',
    'https://*.example',
    'https://tea.example;sandbox',
    "https://'self'",
  ])('error: the configuration refuses %s as an origin', async (origin) => {
    const { act } = await aListedShop(app)
    for (const setting of ['returnOrigins', 'embedOrigins']) {
      const change = { publicOrders: { [setting]: [origin] } }
      expect((await act('/api/shop/config', change)).statusCode, setting).toBe(400)
    }
  })
})

describe('readShopOrder', () => {
  test('default: keeps items, currency, jurisdiction, return address and billing details', () => {
    const input = [
      'items',
      'currency',
      'onrampEmail',
      'jurisdictionCode',
      'returnUrl',
      'return_url',
    ]
    const names = [...input, ...Object.values(billingNames).flat()]
    const body = Object.fromEntries(names.map((name) => [name, 'x']))
    expect(readShopOrder(body)).toEqual(body)
  })

  test('behavior: drops the fields that the merchant decides', () => {
    const { onrampEmail: _buyers, returnUrl: _allowed, ...rest } = checkoutNames
    const names = Object.values(rest).flat()
    const tax = ['taxRate', 'taxComponents', 'wallet', 'constructor']
    const body = Object.fromEntries([...names, ...tax].map((name) => [name, 'x']))
    expect(readShopOrder(body)).toEqual({})
  })
})
