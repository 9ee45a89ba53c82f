import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { placeOrder } from '../../../src/features/orders/sell/place-order.js'
import { forgetNetworksOfOrders } from '../../../src/features/receipts/create/unpaid-orders.js'
import { HOUR_MS, MINUTE_MS } from '../../../src/lib/time.js'
import {
  aListedShop,
  anAnonymousBuyer,
  type ListedShop,
  orderAnonymously,
} from '../../fixtures/anonymous-caller.js'
import { aHash } from '../../fixtures/buyer.js'
import { createTestApp, type TestApp } from '../../harness.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const order = (shop: ListedShop, qty: number) =>
  orderAnonymously(app, shop, { items: [{ sku: 'T', qty }] })

describe('the stock of an order without a key', () => {
  test('default: stays free for others', async () => {
    const shop = await aListedShop(app, { stockQty: 3 })
    for (let round = 0; round < 2; round += 1) {
      expect((await order(shop, 3)).statusCode).toBe(200)
      expect(await shop.stock()).toEqual({ T: [3, 0] })
    }
    const url = `/api/directory/shops/${shop.slug}/items`
    expect((await app.inject(url)).json().items).toMatchObject([{ sku: 'T', inStock: true }])
    const ownResponse = await shop.post('/api/orders', { items: [{ sku: 'T', qty: 2 }] })
    expect(ownResponse.statusCode, ownResponse.body).toBe(200)
    expect(await shop.stock()).toEqual({ T: [3, 2] })
    expect([(await order(shop, 1)).statusCode, (await order(shop, 2)).statusCode]).toEqual([
      200, 400,
    ])
  })

  test('behavior: reports of a page and announced hashes hold nothing', async () => {
    const shop = await aListedShop(app, { stockQty: 1, payments: { expiryMinutes: 43_200 } })
    const anonymousBuyer = await anAnonymousBuyer(app, shop)
    for (const status of ['link_opened', 'checkout_initialized', 'pending']) {
      expect((await anonymousBuyer.post('progress', { status })).statusCode).toBe(200)
    }
    expect((await anonymousBuyer.post('tx', { txHash: aHash() })).statusCode).toBe(200)
    expect((await anonymousBuyer.receipt()).status).toBe('pending')
    expect(await shop.stock()).toEqual({ T: [1, 0] })
  })

  test('error: refuses what is not free, without the quantity in stock', async () => {
    const shop = await aListedShop(app, { stockQty: 3 })
    const refused = await order(shop, 4)
    expect([refused.statusCode, refused.json()]).toEqual([
      400,
      {
        error: 'insufficient_stock',
        message: 'There is not enough of Tea in stock. Order less of it.',
        item: shop.ids['T'],
        sku: 'T',
      },
    ])
  })
})

describe('the limit of unpaid orders', () => {
  let count = 0
  /** Orders as in live mode, where the limit is 10. */
  function place({ wallet: merchant }: ListedShop, network: string) {
    count += 1
    const config = { ...app.ctx.config, mode: 'live' as const }
    const body = { items: [{ sku: 'T', qty: 1 }] }
    const input = { merchant, id: `rcpt_${count}`, by: 'test', keyId: null, body, network }
    return placeOrder({ ...app.ctx, config }, input).then(
      ({ receipt }) => receipt.id,
      (error) => error,
    )
  }
  const isPlaced = (result: unknown) => typeof result === 'string'

  test('default: a network address has ten per shop, even when they come at once', async () => {
    const [shop, other] = [await aListedShop(app), await aListedShop(app)]
    const results = await Promise.all(Array.from({ length: 12 }, () => place(shop, 'a')))
    expect(results.filter(isPlaced)).toHaveLength(10)
    expect(results.find((result) => !isPlaced(result))).toMatchObject({
      code: 'rate_limited',
      message:
        'Your network address has 10 unpaid orders at this shop. Pay one of them, or try again after resetAt.',
      fields: { limit: 'unpaid-orders', resetAt: app.ctx.now() + HOUR_MS },
    })
    expect(isPlaced(await place(shop, 'b'))).toBe(true)
    expect(isPlaced(await place(other, 'a'))).toBe(true)
  })

  test('behavior: a paid order does not count, a failed one does, each for an hour', async () => {
    const shop = await aListedShop(app, { stockQty: -1 })
    const first = await place(shop, 'c')
    app.ctx.clock.advance(10 * MINUTE_MS)
    const rest = await Promise.all(Array.from({ length: 9 }, () => place(shop, 'c')))
    const mark = (receiptId: unknown, status: string) =>
      shop.act('/api/receipts/status', { receiptId, status })
    await mark(rest[0], 'failed')
    expect(await place(shop, 'c')).toMatchObject({
      fields: { resetAt: app.ctx.now() + 50 * MINUTE_MS },
    })
    await mark(rest[1], 'paid')
    expect(isPlaced(await place(shop, 'c'))).toBe(true)
    expect(isPlaced(await place(shop, 'c'))).toBe(false)

    app.ctx.clock.advance(50 * MINUTE_MS)
    await forgetNetworksOfOrders.run(app.ctx, new AbortController().signal)
    expect(isPlaced(await place(shop, 'c'))).toBe(true)
    expect(isPlaced(await place(shop, 'c'))).toBe(false)
    const { rows } = await app.ctx.db.query(
      'select id from receipts where merchant = $1 and order_network is null',
      [shop.wallet],
    )
    expect(rows).toEqual([{ id: first }])
  })

  test('behavior: stores a keyed hash of the network address', async () => {
    const shop = await aListedShop(app)
    await orderAnonymously(app, shop, { ip: '2001:db8::1' })
    await orderAnonymously(app, shop, { ip: '2001:db8::2' })
    const { rows } = await app.ctx.db.query<{ order_network: string }>(
      'select order_network from receipts where merchant = $1',
      [shop.wallet],
    )
    const [first, second] = rows.map(({ order_network }) => order_network)
    // The address and its IPv6 site.
    expect(first).toMatch(/^[0-9a-f]{32}\/[0-9a-f]{16}$/)
    expect(second).toBe(first)
  })
})
