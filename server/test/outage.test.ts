import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formatKey } from '../src/auth/keys/key-format.js'
import type { Outage } from '../src/platform/degraded/enforce-outages.js'
import { createOutageApp } from './fixtures/outage.js'
import { aSeller, type Seller } from './fixtures/seller.js'

let app: Awaited<ReturnType<typeof createOutageApp>>
let seller: Seller
let receiptId: string
let paymentUrl: URL
beforeAll(async () => {
  app = await createOutageApp()
  seller = await aSeller(app, {
    config: { name: 'Tea House', slug: 'tea-house', listed: true },
    items: [
      { sku: 'TEA', name: 'Green tea', priceUsd: 4, stockQty: 5 },
      { sku: 'CUP', name: 'Cup', priceUsd: 9, stockQty: -1 },
    ],
  })
  const order = await seller.post('/api/orders', { items: [{ sku: 'TEA', qty: 1 }] })
  const { receipt } = order.json()
  receiptId = receipt.receiptId
  paymentUrl = new URL(receipt.paymentUrl)
  app.ctx.clock.advance(1)
  await seller.act('/api/receipts/terminal', { amountUsd: 3 })
  const sql = 'update receipts set transaction_hash = $1 where merchant = $2 and id <> $3'
  await app.ctx.db.query(sql, [`0x${'ab'.repeat(32)}`, seller.wallet, receiptId])
  await app.inject('/api/directory/shops')
  await app.snapshot.refresh()
  await app.begin()
}, 60_000)
afterAll(async () => {
  await app.end()
  await app.close()
})

const mark = { degraded: true, reason: 'datastore_unavailable' }

describe('reads during an outage', () => {
  test.each([
    ['/api/receipts', { receipts: [{ totalUsd: 3.02 }, { brandName: 'Tea House' }] }],
    ['/api/receipts?limit=1', { receipts: [{ totalUsd: 3.02 }], nextCursor: expect.any(String) }],
    ['/api/receipts?status=paid', { receipts: [], nextCursor: null }],
    [`/api/receipts?q=0x${'AB'.repeat(32)}`, { receipts: [{ totalUsd: 3.02 }] }],
    ['/api/inventory?sort=sku&order=asc', { total: 2, items: [{ sku: 'CUP' }, { sku: 'TEA' }] }],
    ['/api/inventory?q=green', { total: 1, items: [{ sku: 'TEA', priceUsd: 4 }] }],
    ['/api/directory/shops?q=tea', { directory: [{ slug: 'tea-house' }] }],
    ['/api/directory/shops/tea-house/items?sort=sku&order=asc', { items: [{ sku: 'CUP' }, {}] }],
    ['/api/shop/config', { config: { name: 'Tea House' } }],
    ['/api/site/config', { defaultPaymentToken: 'USDC' }],
    ['/api/tax/catalog?country=US', { ok: true }],
    ['/api/pricing/config', { config: { baseFeePct: 0.5 } }],
    ['/api/split/deploy', { configured: true, split: { status: 'pending' } }],
    ['/api/billing/balance', { balance: 0, plan: null }],
    ['/api/reserve/balances', { balances: [] }],
  ])('default: %s', async (url, body) => {
    const response = await seller.get(url)
    expect(response.json()).toMatchObject({ ...body, ...mark })
    expect(response.statusCode).toBe(200)
  })

  test('default: a receipt and its status', async () => {
    expect((await seller.get(`/api/receipts/${receiptId}`)).json()).toMatchObject({
      receiptId,
      timeline: [{}],
      ...mark,
    })
    const status = await seller.get(`/api/receipts/status?receiptId=${receiptId}`)
    expect(status.json()).toMatchObject({ id: receiptId, status: 'generated', ...mark })
  })

  test('behavior: split transactions are empty, with a header', async () => {
    const response = await seller.get('/api/split/transactions')
    expect(response.json()).toEqual([])
    expect(response.headers['x-degraded']).toBe('datastore_unavailable')
  })

  test('behavior: plans of a merchant', async () => {
    const response = await seller.get(`/api/subscriptions/plans?wallet=${seller.wallet}`)
    expect(response.json()).toMatchObject({ success: true, plans: [], ...mark })
  })

  test('behavior: a person who is signed in reads too', async () => {
    const { headers } = seller.owner
    const response = await app.inject({ url: '/api/receipts', headers })
    expect(response.json()).toMatchObject({ receipts: [{}, {}], ...mark })
  })

  test.each([
    ['with the merchant', (url: URL) => url.search],
    ['without the merchant', () => ''],
  ])('behavior: a payment page %s can be paid', async (_, searchOf) => {
    const path = `/portal/${receiptId}${searchOf(paymentUrl)}`
    const response = await app.inject(`/api${path}`)
    expect(response.json()).toMatchObject({
      receiptId,
      payment: { options: expect.arrayContaining([expect.objectContaining({ symbol: 'USDC' })]) },
      ...mark,
    })
    const page = await app.inject(path)
    expect(page.statusCode).toBe(200)
    expect(page.body.includes('may take longer')).toBe(true)
  })

  test.each([
    '/api/receipts/unknown',
    '/api/receipts/status?receiptId=unknown',
    '/api/portal/unknown',
  ])('error: %s is refused, because it may exist', async (url) => {
    const response = await seller.get(url)
    expect(response.statusCode).toBe(500)
    expect(response.headers['retry-after']).toBe('1')
    expect(response.json()).toMatchObject({ error: 'failed', reason: mark.reason })
  })

  test.each([
    ['an unknown key is refused, because it may exist', formatKey('sandbox', randomBytes(40)), 500],
    ['a malformed key is unauthorized', 'tly_test_typo', 401],
  ])('error: %s', async (_, apiKey, status) => {
    const headers = { 'x-api-key': apiKey }
    expect((await app.inject({ url: '/api/receipts', headers })).statusCode).toBe(status)
  })
})

describe('orders during an outage', () => {
  test('default: an item that was never ordered before', async () => {
    const order = await seller.post('/api/orders', { items: [{ sku: 'CUP', qty: 2 }] })
    expect(order.json()).toMatchObject({ ok: true, receipt: { totalUsd: 18.09 }, ...mark })
    const { receiptId: id } = order.json().receipt

    expect((await seller.get(`/api/receipts/${id}`)).json()).toMatchObject({
      receiptId: id,
      ...mark,
    })
    const list = await seller.get('/api/receipts?limit=2')
    expect(
      list.json().receipts.map((receipt: { receiptId: string }) => receipt.receiptId),
    ).toContain(id)
    const page = await app.inject(`/api/portal/${id}?recipient=${seller.wallet}`)
    expect(page.json()).toMatchObject({ receiptId: id, ...mark })
  })

  test('behavior: in a public shop', async () => {
    const response = await app.inject({
      method: 'POST',
      url: '/api/directory/shops/tea-house/orders',
      payload: { items: [{ sku: 'CUP', qty: 1 }] },
    })
    expect(response.json()).toMatchObject({ ok: true, ...mark })
  })

  test('error: an unknown item is refused, because it may exist', async () => {
    const order = await seller.post('/api/orders', { items: [{ sku: 'NEW', qty: 1 }] })
    expect(order.statusCode).toBe(500)
    expect(order.json()).toMatchObject({ reason: mark.reason })
  })
})

describe('the outage of each route', () => {
  /** Lists the routes with an outage, with an id in place of each parameter. */
  const listRoutes = (outage: Outage) =>
    app.routes
      .filter(({ config }) => config.outage === outage)
      .map(({ method, path }) => ({
        method: method as 'GET',
        url: path.replace(/:\w+/g, 'some-id'),
      }))

  test('behavior: refused routes succeed for no caller', { tags: 'slow' }, async () => {
    const routes = listRoutes('refuse')
    expect(routes.length).toBeGreaterThan(80)
    for (const { method, url } of routes) {
      for (const headers of [seller.headers, seller.owner.headers, {}]) {
        const payload = method === 'GET' ? {} : { payload: {} }
        const response = await app.inject({ method, url, headers, ...payload })
        expect([400, 401, 403, 429, 500], `${method} ${url}`).toContain(response.statusCode)
        if (response.statusCode !== 500) continue
        expect(response.body).toMatch(/data store is unavailable|page is unavailable right now/)
        expect(response.headers['retry-after']).toBe('1')
      }
    }
  })

  test('behavior: routes that need no database work as usual', { tags: 'slow' }, async () => {
    for (const { method, url } of listRoutes('unaffected')) {
      const response = await app.inject({ method, url, headers: seller.headers })
      expect(response.statusCode, `${method} ${url}`).toBeLessThan(500)
    }
  })
})

describe('the end of an outage', () => {
  test('default: the database answers again', async () => {
    await app.end()
    const response = await seller.get('/api/shop/config')
    expect(response.json()).not.toHaveProperty('degraded')
  })

  test('behavior: keys and sessions that ended leave the snapshot', async () => {
    await app.ctx.db.query('update developer_keys set revoked_at = 0 where merchant = $1', [
      seller.wallet,
    ])
    await app.ctx.db.query('update sessions set ended_at = 0 where person = $1', [seller.wallet])
    await app.snapshot.refresh()
    await app.begin()
    for (const headers of [seller.headers, seller.owner.headers]) {
      // A key is cached for two seconds.
      await expect
        .poll(async () => (await app.inject({ url: '/api/receipts', headers })).statusCode, {
          timeout: 10_000,
        })
        .toBe(500)
    }
  })
})
