import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDeveloper } from '../../../test/fixtures/factories.js'
import { createTestApp, type TestApp } from '../../../test/harness.js'
import { HOUR_MS } from '../../lib/time.js'
import { releaseExpiredStock } from '../inventory/stock/hold-stock.js'
import type { ReceiptResponse } from '../receipts/schemas.js'
import { seedShopConfig } from '../shop/seed-shop-config.js'
import { seedSplit } from '../split/seed-split.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

type Shop = Awaited<ReturnType<typeof aShop>>

/** Creates a merchant with a split and items. */
async function aShop(
  items: object[] = [{ sku: 'C', name: 'Coffee', priceUsd: 100 }],
  options: { config?: object; hasSplit?: boolean } = {},
) {
  const { apiKey, wallet, keyId } = await aDeveloper(app.ctx)
  if (options.config) await seedShopConfig(app.ctx, { merchant: wallet, config: options.config })
  if (options.hasSplit !== false) await seedSplit(app.ctx, { merchant: wallet })
  const headers = { 'x-api-key': apiKey }
  const call = (url: string, payload: object, more: Record<string, string> = {}) =>
    app.inject({ method: 'POST', url, headers: { ...headers, ...more }, payload })
  const ids: Record<string, string> = {}
  for (const item of items) {
    const response = await call('/api/inventory', item)
    expect(response.statusCode, response.body).toBe(200)
    ids[response.json().item.sku] = response.json().item.id
  }
  return {
    wallet,
    keyId,
    ids,
    headers,
    order: (payload: object, more?: Record<string, string>) => call('/api/orders', payload, more),
    quote: (payload: object) => call('/api/orders/quote', payload),
    get: (url: string) => app.inject({ url, headers }),
  }
}

async function ordered(shop: Shop, payload: object): Promise<ReceiptResponse> {
  const response = await shop.order(payload)
  expect(response.statusCode, response.body).toBe(200)
  return response.json().receipt
}

async function refusal(shop: Shop, payload: object) {
  const response = await shop.order(payload)
  return [response.statusCode, response.json().error]
}

const order = { items: [{ sku: 'C', qty: 1 }] }
const prices = ({ lineItems }: ReceiptResponse) =>
  lineItems.map(({ label, priceUsd }) => [label, priceUsd])

describe('POST /api/orders', () => {
  test('default: adds tax and fee', async () => {
    const shop = await aShop(undefined, { config: { name: 'Bean' } })
    const response = await shop.order({ ...order, taxRate: 0.095 })
    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({
      ok: true,
      receipt: {
        receiptId: expect.stringMatching(/^rcpt_[0-9a-z]{33}$/),
        totalUsd: 110.05,
        currency: 'USD',
        lineItems: [
          { label: 'Coffee', priceUsd: 100, qty: 1, itemId: shop.ids['C'], sku: 'C' },
          { label: 'Tax', priceUsd: 9.5 },
          { label: 'Processing Fee', priceUsd: 0.55 },
        ],
        createdAt: app.ctx.now(),
        brandName: 'Bean',
        status: 'generated',
        jurisdictionCode: null,
        taxRate: 0.095,
        taxComponents: [],
        transactionId: null,
        metadata: null,
      },
    })
    expect(response.json().receipt).not.toHaveProperty('pricing')
    expect(response.json().receipt).not.toHaveProperty('total')
    expect(response.json().receipt.lineItems[1]).not.toHaveProperty('qty')
  })

  test('behavior: applies a fee of 2 %', async () => {
    const shop = await aShop(undefined, { config: { fees: { processingFeePct: 1.5 } } })
    const receipt = await ordered(shop, { ...order, taxRate: 0.095 })
    expect(prices(receipt)).toEqual([
      ['Coffee', 100],
      ['Tax', 9.5],
      ['Processing Fee', 2.19],
    ])
    expect(receipt.totalUsd).toBe(111.69)
  })

  test('behavior: taxes by jurisdiction, components, shop default, or not at all', async () => {
    const shop = await aShop(undefined, { config: { tax: { defaultJurisdictionCode: 'US-CA' } } })
    const all = await ordered(shop, { ...order, jurisdictionCode: 'us-ca' })
    expect(all).toMatchObject({ jurisdictionCode: 'US-CA', taxRate: 0.0725 })
    expect(all.taxComponents).toEqual(['State', 'County'])
    const part = await ordered(shop, {
      ...order,
      jurisdictionCode: 'US-CA',
      taxComponents: ['state'],
    })
    expect(part).toMatchObject({ taxRate: 0.06, taxComponents: ['State'] })
    expect(await ordered(shop, order)).toMatchObject({ jurisdictionCode: 'US-CA', taxRate: 0.0725 })
    expect(await ordered(shop, { ...order, taxRate: 0 })).toMatchObject({ taxRate: 0 })
    expect(await ordered(await aShop(), order)).toMatchObject({
      taxRate: 0,
      jurisdictionCode: null,
    })
  })

  test('behavior: taxes only taxable items', async () => {
    const shop = await aShop([
      { sku: 'A', name: 'Taxed', priceUsd: 10 },
      { sku: 'B', name: 'Exempt', priceUsd: 10, taxable: false },
    ])
    const items = [
      { sku: 'A', qty: 1 },
      { sku: 'B', qty: 1 },
    ]
    expect(prices(await ordered(shop, { items, taxRate: 0.1 }))[2]).toEqual(['Tax', 1])
  })

  test('behavior: handles fractional quantities and an item on two lines', async () => {
    const shop = await aShop([{ sku: 'K', name: 'Beans', priceUsd: 3.33 }])
    const items = [
      { sku: 'K', qty: 1.5 },
      { id: shop.ids['K'], qty: 2 },
    ]
    expect(prices(await ordered(shop, { items })).slice(0, 2)).toEqual([
      ['Beans', 5],
      ['Beans', 6.66],
    ])
  })

  test('behavior: creates a receipt in euros', async () => {
    const shop = await aShop([{ sku: 'E', name: 'Kaffee', price: 50, currency: 'EUR' }])
    const receipt = await ordered(shop, { items: [{ sku: 'E', qty: 2 }], taxRate: 0.095 })
    expect(receipt).toMatchObject({
      currency: 'EUR',
      total: 110.05,
      totalUsd: 118.85,
      lineItems: [
        { label: 'Kaffee', amount: 100, priceUsd: 108, qty: 2 },
        { label: 'Tax', amount: 9.5, priceUsd: 10.26 },
        { label: 'Processing Fee', amount: 0.55, priceUsd: 0.59 },
      ],
      pricing: {
        version: 1,
        currency: 'EUR',
        usdPerUnit: 1.08,
        provider: 'fixed',
        originalTotal: 110.05,
      },
    })
  })

  test('behavior: uses the requested currency', async () => {
    const shop = await aShop([
      { sku: 'D', name: 'Dollar', priceUsd: 10.8 },
      { sku: 'E', name: 'Euro', price: 10, currency: 'EUR' },
    ])
    const items = [
      { sku: 'D', qty: 1 },
      { sku: 'E', qty: 1 },
    ]
    const plain = await ordered(shop, { items })
    expect(plain).toMatchObject({ currency: 'USD', totalUsd: 21.71 })
    expect(plain).not.toHaveProperty('pricing')
    expect(await ordered(shop, { items, currency: 'eur' })).toMatchObject({
      currency: 'EUR',
      total: 20.1,
      lineItems: [{ amount: 10 }, { amount: 10 }, { amount: 0 }, { amount: 0.1 }],
    })
    expect(await ordered(shop, { items, currency: 'USD' })).toMatchObject({
      total: 21.71,
      totalUsd: 21.71,
      pricing: { usdPerUnit: 1, provider: 'identity' },
    })
  })

  test('error: refuses native prices in two currencies', async () => {
    const shop = await aShop([
      { sku: 'D', name: 'Dollar', price: 10 },
      { sku: 'E', name: 'Euro', price: 10, currency: 'EUR' },
    ])
    const items = [
      { sku: 'D', qty: 1 },
      { sku: 'E', qty: 1 },
    ]
    expect(await refusal(shop, { items })).toEqual([400, 'invalid_input'])
    expect(await refusal(shop, { items, currency: 'EUR' })).toEqual([200, undefined])
  })

  test('behavior: takes included tax out of prices', async () => {
    const shop = await aShop([{ sku: 'B', name: 'Book', priceUsd: 11.9, priceIncludesTax: true }])
    const receipt = await ordered(shop, { items: [{ sku: 'B', qty: 1 }], taxRate: 0.19 })
    expect(prices(receipt).slice(0, 2)).toEqual([
      ['Book', 10],
      ['Tax', 1.9],
    ])
  })

  test('behavior: stores checkout fields under any accepted name', async () => {
    const shop = await aShop()
    const receipt = await ordered(shop, {
      ...order,
      redirectUrl: 'https://a.example/r',
      return_url: 'https://a.example/back',
      webhookUrl: 'https://a.example/hook',
      onSuccess: 'console.log(1)',
      onrampEmail: 'b@example.com',
      customerFirstName: 'Ada',
      billingAddressZip: '12345',
      customerAddressCountry: 'de',
      order_id: 'ref-7',
      metadata: { a: [1] },
    })
    expect(receipt).toMatchObject({
      redirectUrl: 'https://a.example/r',
      returnUrl: 'https://a.example/back',
      webhookUrl: 'https://a.example/hook',
      onSuccess: 'console.log(1)',
      transactionId: 'ref-7',
      metadata: { a: [1] },
      billingAddress: { firstName: 'Ada', lastName: '', zip: '12345', country: 'DE' },
      paymentUrl: expect.stringContaining(`/portal/${receipt.receiptId}?recipient=0x`),
    })
    expect(receipt.paymentUrl).toContain('redirect_url=https%3A%2F%2Fa.example%2Fr')
    const stored = await shop.get(`/api/receipts/${receipt.receiptId}`)
    expect(stored.json()).toEqual(receipt)
    expect(receipt.timeline).toEqual([
      { status: 'generated', previousStatus: null, at: app.ctx.now(), by: shop.keyId },
    ])
  })

  test("behavior: puts the item's first picture on its line", async () => {
    const png =
      'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
    const images = ['https://example.com/a.png', png]
    const shop = await aShop([{ sku: 'P', name: 'Pic', priceUsd: 1, images }])
    const { lineItems } = await ordered(shop, { items: [{ sku: 'P', qty: 1 }] })
    expect(lineItems[0]).toMatchObject({
      picture: expect.stringMatching(/^[0-9a-f]{64}$/),
      thumb: expect.stringMatching(/^data:image\/webp;base64,/),
    })
    expect((await ordered(await aShop(), order)).lineItems[0]).not.toHaveProperty('thumb')
  })

  test('behavior: creates one receipt for the same idempotency key', async () => {
    const shop = await aShop([{ sku: 'C', name: 'Coffee', priceUsd: 1, stockQty: 5 }])
    const key = { 'idempotency-key': 'order-1' }
    const responses = await Promise.all(Array.from({ length: 10 }, () => shop.order(order, key)))
    expect(new Set(responses.map((response) => response.json().receipt.receiptId)).size).toBe(1)
    expect((await shop.get('/api/receipts')).json().receipts).toHaveLength(1)
    expect((await shop.get('/api/inventory')).json().items[0].reservedQty).toBe(1)
  })

  test.each([
    ['no items', {}, 'items_required'],
    ['an empty list', { items: [] }, 'items_required'],
    ['null', { items: null }, 'items_required'],
    ['items as text', { items: 'C' }, 'invalid_input'],
    ['no quantity', { items: [{ sku: 'C' }] }, 'invalid_input'],
    ['less than one', { items: [{ sku: 'C', qty: 0.5 }] }, 'invalid_input'],
    ['four decimals', { items: [{ sku: 'C', qty: 1.0005 }] }, 'invalid_input'],
    ['a quantity as text', { items: [{ sku: 'C', qty: '1' }] }, 'invalid_input'],
    ['too large a quantity', { items: [{ sku: 'C', qty: 1_000_001 }] }, 'invalid_input'],
    ['no name', { items: [{ qty: 1 }] }, 'invalid_input'],
    ['many items', { items: Array(201).fill({ sku: 'C', qty: 1 }) }, 'invalid_input'],
    ['an unknown SKU', { items: [{ sku: 'X', qty: 1 }] }, 'inventory_item_not_found'],
    ['an unknown id', { items: [{ id: 'X', sku: 'C', qty: 1 }] }, 'inventory_item_not_found'],
    ['an unknown currency', { ...order, currency: 'GBP' }, 'invalid_input'],
    ['a tax rate above 1', { ...order, taxRate: 1.01 }, 'invalid_input'],
    ['a tax rate as text', { ...order, taxRate: '0.1' }, 'invalid_input'],
    ['an unknown jurisdiction', { ...order, jurisdictionCode: 'US-XX' }, 'invalid_input'],
    ['components without a jurisdiction', { ...order, taxComponents: ['state'] }, 'invalid_input'],
    [
      'an unknown component',
      { ...order, jurisdictionCode: 'US-CA', taxComponents: ['x'] },
      'invalid_input',
    ],
    ['a script as a URL', { ...order, returnUrl: 'javascript:alert(1)' }, 'invalid_input'],
    [
      'an address with a password',
      { ...order, webhook_url: 'https://a:b@c.example' },
      'invalid_input',
    ],
    ['metadata as a list', { ...order, metadata: [] }, 'invalid_input'],
    ['much metadata', { ...order, metadata: { a: 'x'.repeat(17_000) } }, 'invalid_input'],
    ['a long reference', { ...order, reference: 'x'.repeat(129) }, 'invalid_input'],
    ['a country in full', { ...order, billingAddressCountry: 'Germany' }, 'invalid_input'],
    ['no email', { ...order, billingEmail: 'none' }, 'invalid_input'],
  ])('error: %s', async (_name, payload, error) => {
    const shop = await aShop()
    expect(await refusal(shop, payload)).toEqual([400, error])
    expect((await shop.get('/api/receipts')).json().receipts).toEqual([])
  })

  test('error: returns split_required once the rest is valid', async () => {
    const shop = await aShop(undefined, { hasSplit: false })
    expect(await refusal(shop, order)).toEqual([403, 'split_required'])
    expect(await refusal(shop, { items: [{ sku: 'X', qty: 1 }] })).toEqual([
      400,
      'inventory_item_not_found',
    ])
  })

  test("error: refuses an inactive item and another merchant's item", async () => {
    const other = await aShop()
    const shop = await aShop([{ sku: 'H', name: 'Hidden', priceUsd: 1, active: false }])
    for (const item of [{ sku: 'H' }, { id: other.ids['C'] }, { sku: 'C' }]) {
      const response = await shop.order({ items: [{ ...item, qty: 1 }] })
      expect(response.json()).toMatchObject({ error: 'inventory_item_not_found' })
    }
  })

  test('error: refuses a currency that the shop does not accept', async () => {
    const shop = await aShop(undefined, { config: { pricing: { acceptedCurrencies: ['EUR'] } } })
    expect(await refusal(shop, order)).toEqual([400, 'invalid_input'])
    expect(await refusal(shop, { ...order, currency: 'EUR' })).toEqual([200, undefined])
  })

  test('error: refuses a total of zero', async () => {
    const shop = await aShop([{ sku: 'F', name: 'Free', priceUsd: 0 }])
    expect(await refusal(shop, { items: [{ sku: 'F', qty: 1 }] })).toEqual([400, 'invalid_input'])
  })

  test('error: returns 403 for a key without the scope', async () => {
    const { apiKey } = await aDeveloper(app.ctx, { scopes: ['inventory:read'] })
    const headers = { 'x-api-key': apiKey }
    const response = await app.inject({
      method: 'POST',
      url: '/api/orders',
      headers,
      payload: order,
    })
    expect(response.statusCode).toBe(403)
  })
})

describe('stock', () => {
  const stockOf = async (shop: Shop) => {
    const [item] = (await shop.get('/api/inventory')).json().items
    return { stock: item.stockQty, reserved: item.reservedQty }
  }

  test('default: holds stock for an order and releases it on expiry', async () => {
    const shop = await aShop([{ sku: 'C', name: 'Coffee', priceUsd: 1, stockQty: 3 }])
    await ordered(shop, { items: [{ sku: 'C', qty: 2 }] })
    expect(await stockOf(shop)).toEqual({ stock: 3, reserved: 2 })
    await releaseExpiredStock.run(app.ctx, new AbortController().signal)
    expect(await stockOf(shop)).toEqual({ stock: 3, reserved: 2 })
    app.ctx.clock.advance(HOUR_MS)
    await releaseExpiredStock.run(app.ctx, new AbortController().signal)
    expect(await stockOf(shop)).toEqual({ stock: 3, reserved: 0 })
  })

  test('behavior: of forty concurrent orders for three items, three succeed', async () => {
    const shop = await aShop([
      { sku: 'C', name: 'Coffee', priceUsd: 1, stockQty: 3 },
      { sku: 'D', name: 'Cup', priceUsd: 1 },
    ])
    const responses = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        shop.order({
          items: [
            { sku: 'D', qty: 1 },
            // Every other order uses the id and adds another item.
            index % 2 === 0 ? { sku: 'C', qty: 1 } : { id: shop.ids['C'], qty: 1 },
          ],
        }),
      ),
    )
    const codes = responses.map(({ statusCode }) => statusCode)
    expect(codes.filter((code) => code === 200)).toHaveLength(3)
    const refused = responses
      .filter(({ statusCode }) => statusCode !== 200)
      .map((response) => response.json())
    expect(refused.every(({ error }) => error === 'insufficient_stock')).toBe(true)
    expect(refused.at(-1)).toMatchObject({ sku: 'C', available: 0 })
    expect((await shop.get('/api/receipts')).json().receipts).toHaveLength(3)
  })

  test('behavior: adds up an item on two lines', async () => {
    const shop = await aShop([{ sku: 'C', name: 'Coffee', priceUsd: 1, stockQty: 3 }])
    const repeatedItem = {
      items: [
        { sku: 'C', qty: 2 },
        { id: shop.ids['C'], qty: 2 },
      ],
    }
    const response = await shop.order(repeatedItem)
    expect([response.statusCode, response.json()]).toMatchObject([
      400,
      { error: 'insufficient_stock', available: 3 },
    ])
    expect(await stockOf(shop)).toEqual({ stock: 3, reserved: 0 })
  })

  test('behavior: holds nothing when one item is short', async () => {
    const shop = await aShop([
      { sku: 'C', name: 'Coffee', priceUsd: 1, stockQty: 0 },
      { sku: 'D', name: 'Cup', priceUsd: 1, stockQty: 9 },
    ])
    const items = [
      { sku: 'D', qty: 1 },
      { sku: 'C', qty: 1 },
    ]
    expect(await refusal(shop, { items })).toEqual([400, 'insufficient_stock'])
    const shown = (await shop.get('/api/inventory')).json().items
    expect(shown.map((item: { reservedQty: number }) => item.reservedQty)).toEqual([0, 0])
  })

  test('behavior: never uses an outdated price', async () => {
    const shop = await aShop([{ sku: 'C', name: 'Coffee', priceUsd: 1 }])
    const [changed, ...orders] = await Promise.all([
      app.inject({
        method: 'POST',
        url: '/api/inventory',
        headers: shop.headers,
        payload: { sku: 'C', priceUsd: 2 },
      }),
      ...Array.from({ length: 20 }, () => shop.order(order)),
    ])
    expect(changed.statusCode).toBe(200)
    expect(orders.every(({ statusCode }) => statusCode === 200)).toBe(true)
    const after = await ordered(shop, order)
    expect(after.lineItems[0]?.priceUsd).toBe(2)
  })
})

describe('POST /api/orders/quote', () => {
  test('default', async () => {
    const shop = await aShop(undefined, { hasSplit: false })
    const response = await shop.quote({ ...order, jurisdictionCode: 'US-CA' })
    expect(response.json()).toMatchObject({
      ok: true,
      quote: {
        currency: 'USD',
        totalUsd: 107.79,
        taxRate: 0.0725,
        taxComponents: ['State', 'County'],
        taxBreakdown: [
          { code: 'state', name: 'State', rate: 0.06, amount: 6 },
          { code: 'county', name: 'County', rate: 0.0125, amount: 1.25 },
        ],
        expiresAt: expect.any(Number),
      },
    })
    expect((await shop.get('/api/receipts')).json().receipts).toEqual([])
  })
})

describe('a listed shop, without a key', () => {
  const buy = (slug: string, what: string, payload: object) =>
    app.inject({ method: 'POST', url: `/api/directory/shops/${slug}/${what}`, payload })

  test('default', async () => {
    const config = { slug: 'open-shop', name: 'Open', listed: true }
    const shop = await aShop(undefined, { config })
    const quoted = await buy('open-shop', 'quote', order)
    expect(quoted.json()).toMatchObject({ ok: true, quote: { totalUsd: 100.5 } })
    const placed = await buy('open-shop', 'orders', { ...order, billingFirstName: 'Ada' })
    expect(placed.json()).toMatchObject({
      ok: true,
      receipt: { totalUsd: 100.5, status: 'generated', billingAddress: { firstName: 'Ada' } },
    })
    const { receipts } = (await shop.get('/api/receipts')).json()
    expect(receipts).toMatchObject([{ timeline: [{ by: 'shop page' }] }])
  })

  test('behavior: ignores tax and redirects sent by the buyer', async () => {
    const config = {
      slug: 'strict-shop',
      name: 'Strict',
      listed: true,
      tax: { defaultJurisdictionCode: 'US-CA' },
    }
    await aShop(undefined, { config })
    const placed = await buy('strict-shop', 'orders', {
      ...order,
      taxRate: 0,
      taxComponents: ['state'],
      redirect_url: 'https://evil.example',
      webhook_url: 'https://evil.example',
      onSuccess: 'alert(1)',
      metadata: { a: 1 },
    })
    expect(placed.json().receipt).toMatchObject({
      taxRate: 0.0725,
      redirectUrl: null,
      webhookUrl: null,
      onSuccess: null,
      metadata: null,
    })
  })

  test('error: returns not_found for an unlisted shop', async () => {
    await aShop(undefined, { config: { slug: 'closed-shop', name: 'Closed' } })
    expect((await buy('closed-shop', 'orders', order)).statusCode).toBe(404)
    expect((await buy('no-shop', 'quote', order)).statusCode).toBe(404)
  })
})
