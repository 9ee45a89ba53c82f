import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aSeller, type Seller } from '../../../../test/fixtures/seller.js'
import { createTestApp, type TestApp } from '../../../../test/harness.js'
import type { ResolveHost } from '../../../platform/outbound/resolve-host.js'
import { gatherOrderFacts } from '../gather/gather-order-facts.js'
import { readOrder } from '../read/read-order.js'
import { priceOrder } from './price-order.js'
import { quoteOrder } from './quote-order.js'

let app: TestApp
let seller: Seller
beforeAll(async () => {
  app = await createTestApp()
  seller = await aSeller(app, {
    items: [
      { sku: 'T', name: 'Tea', priceUsd: 1 },
      { sku: 'B', name: 'Brot', price: 2, currency: 'EUR' },
    ],
    config: { tax: { priceIncludesTax: true } },
  })
})
afterAll(() => app.close())

/** Quotes an order in live mode with the given host resolution. */
function quote(resolveHost: ResolveHost, body: object) {
  const ctx = { ...app.ctx, config: { ...app.ctx.config, mode: 'live' as const }, resolveHost }
  return quoteOrder(ctx, { merchant: seller.wallet, body })
}

const singleItem = { items: [{ sku: 'T', qty: 1 }] }
const unknown = { items: [{ sku: 'X', qty: 1 }] }
const webhook_url = 'https://hooks.example.com/x'

describe('quoteOrder, in live mode', () => {
  test('default', async () => {
    const { checkout } = await quote(async () => ['8.8.8.8'], { ...singleItem, webhook_url })
    expect(checkout.webhookUrl).toBe(webhook_url)
  })

  test('error: refuses a webhook into our own network before unknown items', async () => {
    const inside: ResolveHost = async () => ['192.168.0.1']
    for (const order of [singleItem, unknown]) {
      await expect(quote(inside, { ...order, webhook_url })).rejects.toMatchObject({
        code: 'invalid_input',
        message: 'webhook_url must be an address on the public internet',
      })
    }
    await expect(quote(inside, { items: [], webhook_url })).rejects.toMatchObject({
      code: 'items_required',
    })
  })

  test.each([
    ['id', { id: 'item_unknown' }, 'item_unknown'],
    ['SKU', { sku: 'X' }, 'X'],
  ])('error: names the unknown %s', async (_name, ref, item) => {
    const items = [
      { sku: 'T', qty: 1 },
      { ...ref, qty: 1 },
    ]
    await expect(quote(async () => [], { items })).rejects.toMatchObject({
      code: 'inventory_item_not_found',
      fields: { item },
    })
  })

  test('behavior: resolves no host without a webhook', async () => {
    let lookups = 0
    const { checkout } = await quote(async () => [`10.0.0.${++lookups}`], singleItem)
    expect([checkout.webhookUrl, lookups]).toEqual([null, 0])
  })

  test('behavior: takes the tax out of prices when the shop includes it', async () => {
    const { bill } = await quote(async () => [], { ...singleItem, taxRate: 0.25 })
    const amounts = bill.lines.map(({ kind, usdCents }) => [kind, usdCents])
    expect(amounts.slice(0, 2)).toEqual([
      ['item', 80n],
      ['tax', 20n],
    ])
  })
})

describe('priceOrder', () => {
  test.each([
    ['dollars', 'T', null],
    ['euros', 'B', 7],
  ])('behavior: notes the rate of the euro for a price in %s', async (_name, sku, euroRate) => {
    const request = await readOrder(app.ctx, { items: [{ sku, qty: 1 }] })
    const facts = await gatherOrderFacts(app.ctx, {
      merchant: seller.wallet,
      ordered: request.ordered,
    })
    const priced = priceOrder({ ...facts, versions: { ...facts.versions, euroRate: 7 } }, request)
    expect(priced.versions.euroRate).toBe(euroRate)
  })
})
