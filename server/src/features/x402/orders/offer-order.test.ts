import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decode, requiredOf } from '../../../../test/fixtures/agent.js'
import { aListedShop, type ListedShop } from '../../../../test/fixtures/anonymous-caller.js'
import { aSeller } from '../../../../test/fixtures/seller.js'
import { createTestApp, type TestApp } from '../../../../test/harness.js'
import { createBatches } from '../../../platform/batches.js'
import { StoreUnavailable } from '../../../platform/db/store-unavailable.js'
import { offerOrder } from './offer-order.js'
import { readOrder } from './read-order.js'

let app: TestApp
let shop: ListedShop
beforeAll(async () => {
  // Prices need no chain.
  app = await createTestApp({ environment: { CHAIN_RPC_URL: 'http://127.0.0.1:9' } })
  const priced = (sku: string, priceUsd: number) => ({ sku, name: sku, priceUsd, stockQty: -1 })
  shop = await aListedShop(app, {
    stockQty: 5,
    items: [
      priced('0.09', 0.09),
      priced('0.10', 0.1),
      priced('most', 99_502.49),
      priced('more', 99_502.5),
      ...Array.from({ length: 14 }, (_, index) => priced(`long-${index} ${'x'.repeat(50)}`, 1)),
    ],
  })
}, 60_000)
afterAll(() => app.close())

const post = (payload?: object | string, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: '/api/x402/orders',
    headers,
    ...(payload !== undefined && { payload }),
  })
const order = (...items: object[]) => ({ shopSlug: shop.slug, items })
const orderOf = (sku: string) => order({ sku, qty: 1 })

const countReceipts = async () => {
  const { rows } = await app.ctx.db.query<{ count: number }>(
    'select count(*)::int as count from receipts',
  )
  return rows[0]?.count
}

describe('the price of an order', () => {
  test('default: is itemized, in both versions, with the deposit address of a reserved receipt', async () => {
    const response = await post(order({ sku: 'T', qty: 2 }))
    expect(response.statusCode).toBe(402)
    expect(response.headers).toMatchObject({ 'cache-control': 'no-store' })
    const { quote, accepts, ...rest } = response.json()
    expect(rest).toEqual({ x402Version: 1, error: 'X-PAYMENT header is required' })
    expect(quote).toMatchObject({
      receiptId: expect.stringMatching(/^rcpt_/),
      lineItems: [
        { sku: 'T', qty: 2, priceUsd: 24 },
        { label: 'Tax' },
        { label: 'Processing Fee' },
      ],
      taxUsd: 0,
      processingFeeUsd: 0.12,
      totalUsd: 24.12,
      expiresAt: app.ctx.now() + 300_000,
    })
    const required = requiredOf(response)
    expect(accepts).toEqual([
      {
        scheme: 'exact',
        network: 'base-sepolia',
        maxAmountRequired: '24120000',
        resource: `${app.ctx.config.baseUrl}/api/x402/orders`,
        description: `Order at ${shop.slug}`,
        mimeType: 'application/json',
        payTo: required.payTo,
        maxTimeoutSeconds: 300,
        asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
        extra: expect.objectContaining({ name: 'USDC', version: '2', quoteId: quote.receiptId }),
      },
    ])
    expect(decode(String(response.headers['payment-required']))).toMatchObject({
      x402Version: 2,
      error: 'PAYMENT-SIGNATURE header is required',
      resource: { url: `${app.ctx.config.baseUrl}/api/x402/orders` },
      accepts: [{ network: 'eip155:84532', amount: '24120000', extra: { totalUsd: 24.12 } }],
      extensions: { 'payment-identifier': { info: { required: false } } },
    })
    const { rows } = await app.ctx.db.query('select address from deposits where receipt_id = $1', [
      quote.receiptId,
    ])
    expect(rows).toEqual([{ address: required.payTo.toLowerCase() }])
  })

  test('behavior: two buyers of the same order pay to different addresses', async () => {
    const [first, second] = [await post(orderOf('T')), await post(orderOf('T'))].map(requiredOf)
    expect(first?.payTo).not.toBe(second?.payTo)
  })

  test('behavior: prices requested at the same time are stored with their own receipts', async () => {
    const skus = ['T', 'gone', '0.10', 'T', 'most']
    const responses = await Promise.all(skus.map((sku) => post(orderOf(sku))))
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([402, 400, 402, 402, 402])
    const offered = responses
      .filter(({ statusCode }) => statusCode === 402)
      .map((response) => {
        const { payTo, amount } = requiredOf(response)
        const { receiptId, expiresAt } = response.json().quote
        return { receiptId, payTo: payTo.toLowerCase(), units: amount, expiresAt }
      })
    const { rows } = await app.ctx.db.query(
      `select receipt_id as "receiptId", pay_to as "payTo", units::text, expires_at::float8 as "expiresAt"
       from x402_quotes where receipt_id = any($1) order by array_position($1, receipt_id)`,
      [offered.map(({ receiptId }) => receiptId)],
    )
    expect(rows).toEqual(offered)
  })

  test('behavior: the header of a long order stays below 4 KB', async () => {
    const items = Array.from({ length: 14 }, (_, index) => ({
      sku: `long-${index} ${'x'.repeat(50)}`,
      qty: 1,
    }))
    const response = await post(order(...items))
    expect(response.statusCode).toBe(402)
    expect(String(response.headers['payment-required']).length).toBeLessThanOrEqual(4_096)
    const { quote } = response.json()
    expect(quote.lineItems).toHaveLength(16)
    // Until a payment arrives, the items are one line.
    const { rows } = await app.ctx.db.query<{ bytes: number }>(
      'select octet_length(lines::text) as bytes from receipts where id = $1',
      [quote.receiptId],
    )
    expect(rows[0]?.bytes).toBeLessThan(500)
  })

  test('behavior: a request without a body gets the least price and creates nothing', async () => {
    const before = await countReceipts()
    const response = await post()
    expect(response.statusCode).toBe(402)
    expect(response.json().accepts).toMatchObject([
      {
        maxAmountRequired: '100000',
        payTo: `0x${'0'.repeat(40)}`,
        outputSchema: { input: { bodyFields: { shopSlug: { required: true } } } },
      },
    ])
    expect(await countReceipts()).toBe(before)
  })

  test.each([
    ['0.09', 400],
    ['0.10', 402],
    ['most', 402],
    ['more', 400],
  ])('behavior: the bounds of the total: %s', async (sku, status) => {
    const response = await post(orderOf(sku))
    expect(response.statusCode).toBe(status)
    if (status === 400) expect(response.json().error).toBe('invalid_amount')
    else expect(requiredOf(response).amount).toBe(sku === 'most' ? '100000000000' : '100000')
  })

  test.each([
    ['a list', [], 'invalid_input', 400],
    ['text', '"order"', 'invalid_input', 400],
    ['an empty object', {}, 'invalid_input', 400],
    ['no items', { shopSlug: 'any' }, 'items_required', 400],
    ['empty items', { shopSlug: 'any', items: [] }, 'items_required', 400],
    ['an item without a SKU', { shopSlug: 'any', items: [{ qty: 1 }] }, 'invalid_input', 400],
    [
      'a quantity of zero',
      { shopSlug: 'any', items: [{ sku: 'T', qty: 0 }] },
      'invalid_input',
      400,
    ],
    ['half a piece', { shopSlug: 'any', items: [{ sku: 'T', qty: 1.5 }] }, 'invalid_input', 400],
    [
      'a jurisdiction that is not text',
      { shopSlug: 'any', items: [{ sku: 'T', qty: 1 }], jurisdictionCode: 7 },
      'invalid_input',
      400,
    ],
    ['an unknown shop', { shopSlug: 'none', items: [{ sku: 'T', qty: 1 }] }, 'not_found', 404],
  ])('error: %s', async (_, payload, error, status) => {
    const before = await countReceipts()
    const headers = { 'content-type': 'application/json' }
    const response = await post(payload as object, headers)
    expect([response.statusCode, response.json().error]).toEqual([status, error])
    expect(await countReceipts()).toBe(before)
  })

  test('error: an unknown SKU, too many pieces, and a shop without a split', async () => {
    expect((await post(orderOf('none'))).json()).toMatchObject({
      error: 'inventory_item_not_found',
    })
    const tooMany = await post(order({ sku: 'T', qty: 6 }))
    expect(tooMany.json()).toMatchObject({ error: 'insufficient_stock' })
    expect(tooMany.json().available).toBeUndefined()
    const slug = 'shop-without-split'
    const config = { slug, name: slug, listed: true }
    const items = [{ sku: 'T', name: 'Tea', priceUsd: 12 }]
    await aSeller(app, { config, items, hasSplit: false })
    const response = await post({ shopSlug: slug, items: [{ sku: 'T', qty: 1 }] })
    expect([response.statusCode, response.json().error]).toEqual([403, 'split_required'])
  })

  test.each([
    ['no base64 JSON', { 'x-payment': 'e30x{' }],
    ['an unknown version', { 'x-payment': btoa('{"x402Version":3}') }],
    [
      'a payment for another chain',
      {
        'payment-signature': btoa(
          '{"x402Version":2,"accepted":{"scheme":"exact","network":"eip155:1"}}',
        ),
      },
    ],
    ['a header of more than 12 KB', { 'payment-signature': 'A'.repeat(12_289) }],
  ])('error: %s', async (_, headers) => {
    const response = await post(orderOf('T'), headers as Record<string, string>)
    expect([response.statusCode, response.json().error]).toEqual([400, 'invalid_payment'])
  })

  test('error: no price is offered that could not be stored', async () => {
    const { ctx } = app
    const query: typeof ctx.db.query = (sql, params) =>
      sql.includes('insert into x402_quotes')
        ? Promise.reject(new StoreUnavailable({ mayHaveCommitted: false }))
        : ctx.db.query(sql, params)
    const db = { ...ctx.db, query }
    const broken = { ...ctx, db, batches: createBatches(db) }
    const offer = offerOrder(broken, {
      merchant: shop.wallet,
      order: readOrder(orderOf('T')),
      network: 'n',
    })
    await expect(offer).rejects.toThrow(StoreUnavailable)
  })

  test('error: without a chain no payment is requested', { tags: 'slow' }, async () => {
    const other = await app.sibling({}, {})
    const noRelayer = await app.sibling({}, { relayerPrivateKey: undefined })
    const request = { method: 'POST', url: '/api/x402/orders', payload: orderOf('T') } as const
    expect((await other.inject(request)).statusCode).toBe(402)
    expect((await noRelayer.inject(request)).json()).toMatchObject({ error: 'chain_unavailable' })
  })
})
