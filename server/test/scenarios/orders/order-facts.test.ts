// @module-tag slow
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { placeOrder } from '../../../src/features/orders/sell/place-order.js'
import { seedShopConfig } from '../../../src/features/shop/seed-shop-config.js'
import { seedSplit } from '../../../src/features/split/seed-split.js'
import { createBatches } from '../../../src/platform/batches.js'
import { countingDb } from '../../counting-db.js'
import { aWallet } from '../../fixtures/factories.js'
import { aSeller, type Seller } from '../../fixtures/seller.js'
import { createTestApp, type TestApp, testNow } from '../../harness.js'

let app: TestApp
/** Another process on the same database. */
let other: Pick<TestApp, 'inject'>
beforeAll(async () => {
  app = await createTestApp({ environment: { RATE_PROVIDERS: 'coinbase' } })
  other = await app.sibling()
  await setRate(1_100_000)
})
afterAll(() => app.close())

let rounds = 0
async function setRate(usdPpm: number): Promise<void> {
  rounds += 1
  await app.ctx.db.query(
    `insert into exchange_rates (
       unit, usd_ppm, provider, quoted_at, fetched_at, anchor_ppm, anchor_at
     )
     values ('EUR', $1, 'coinbase', $2, $3, $1, $2)
     on conflict (unit) do update set usd_ppm = $1, fetched_at = $3`,
    [usdPpm, testNow, testNow + rounds],
  )
}

const tea = { sku: 'T', name: 'Tea', priceUsd: 4 }
const singleItem = { items: [{ sku: 'T', qty: 1 }] }
const order = async (seller: Seller, body: object = singleItem) =>
  (await seller.post('/api/orders', body)).json()

/** Changes an item in the other process. */
const change = (seller: Seller, fields: object) =>
  other.inject({
    method: 'POST',
    url: '/api/inventory',
    headers: seller.headers,
    payload: { ...tea, ...fields },
  })

describe('facts of an order', () => {
  test('default: an order at remembered prices takes one statement', async () => {
    const seller = await aSeller(app, { items: [tea] })
    await order(seller)
    const { db, statements } = countingDb(app.ctx.db)
    await placeOrder(
      { ...app.ctx, db, batches: createBatches(db) },
      { merchant: seller.wallet, id: 'rcpt_warm', by: 'test', keyId: null, body: singleItem },
    )
    expect(statements).toHaveLength(1)
  })

  test('behavior: uses a price that another process changed', async () => {
    const seller = await aSeller(app, { items: [tea] })
    expect((await order(seller)).receipt.lineItems[0].priceUsd).toBe(4)
    await change(seller, { priceUsd: 5 })
    expect((await order(seller)).receipt.lineItems[0].priceUsd).toBe(5)
  })

  test('behavior: uses the settings that another process changed', async () => {
    const seller = await aSeller(app, { items: [tea] })
    expect((await order(seller)).receipt.taxRate).toBe(0)
    const config = { tax: { defaultTaxRate: 0.25 } }
    await seedShopConfig(app.ctx, { merchant: seller.wallet, config })
    expect((await order(seller)).receipt.taxRate).toBe(0.25)
  })

  test('behavior: pays to a split that another process changed', async () => {
    const seller = await aSeller(app, { items: [tea] })
    await order(seller)
    const recipients = [{ address: aWallet(), sharesBps: 10_000 }]
    await other.inject({
      method: 'POST',
      url: '/api/split/deploy',
      headers: seller.owner.headers,
      payload: { recipients },
    })
    const split = (await seller.get('/api/split/deploy')).json().split
    const { receipt } = await order(seller)
    const { rows } = await app.ctx.db.query<{ payout_address: string }>(
      'select payout_address from receipts where merchant = $1 and id = $2',
      [seller.wallet, receipt.receiptId],
    )
    expect(rows[0]?.payout_address).toBe(split.address.toLowerCase())
  })

  test('behavior: uses a rate that another process stored', async () => {
    const euros = { ...tea, priceUsd: undefined, price: 10, currency: 'EUR' }
    const seller = await aSeller(app, { items: [euros] })
    expect((await order(seller)).receipt.lineItems[0].priceUsd).toBe(11)
    await setRate(1_200_000)
    expect((await order(seller)).receipt.lineItems[0].priceUsd).toBe(12)
  })

  test('behavior: refuses an item that another process removed, and sells it again', async () => {
    const seller = await aSeller(app, { items: [tea] })
    await order(seller)
    await change(seller, { active: false })
    expect((await order(seller)).error).toBe('inventory_item_not_found')
    await change(seller, { active: true })
    expect((await order(seller)).ok).toBe(true)
  })

  test('behavior: sells the new item of a SKU that moved', async () => {
    const seller = await aSeller(app, { items: [tea] })
    await order(seller)
    await other.inject({
      method: 'DELETE',
      url: `/api/inventory?id=${seller.ids['T']}`,
      headers: seller.headers,
    })
    await change(seller, { name: 'Green tea', priceUsd: 7 })
    expect((await order(seller)).receipt.lineItems[0]).toMatchObject({
      label: 'Green tea',
      priceUsd: 7,
    })
  })

  test('behavior: a refusal never rests on memory', async () => {
    const seller = await aSeller(app, { items: [tea], hasSplit: false })
    expect((await order(seller)).error).toBe('split_required')
    await seedSplit(app.ctx, { merchant: seller.wallet, deploy: false })
    expect((await order(seller)).ok).toBe(true)

    const euros = { ...singleItem, currency: 'EUR' }
    await seller.act('/api/shop/config', { pricing: { acceptedCurrencies: ['USD'] } })
    expect((await order(seller, euros)).error).toBe('invalid_input')
    await seller.act('/api/shop/config', { pricing: { acceptedCurrencies: ['USD', 'EUR'] } })
    expect((await order(seller, euros)).ok).toBe(true)
  })

  test('behavior: quotes read everything', async () => {
    const seller = await aSeller(app, { items: [tea] })
    await order(seller)
    await change(seller, { priceUsd: 6 })
    const { quote } = (await seller.post('/api/orders/quote', singleItem)).json()
    expect(quote.lineItems[0].priceUsd).toBe(6)
  })

  test('behavior: of 40 orders at once in four processes for 3 pieces, 3 succeed', async () => {
    const processes = [app, other, await app.sibling(), await app.sibling()]
    const seller = await aSeller(app, { items: [{ ...tea, stockQty: 3 }] })
    const { headers } = seller
    const request = { method: 'POST', url: '/api/orders', headers, payload: singleItem } as const
    const ofEach = Array.from({ length: 10 }, () => processes.map((each) => each.inject(request)))
    const responses = await Promise.all(ofEach.flat())
    const codes = responses.map((response) => response.json().error ?? 'ok')
    expect(codes.filter((code) => code === 'ok')).toHaveLength(3)
    expect(new Set(codes)).toEqual(new Set(['ok', 'insufficient_stock']))
  })
})
