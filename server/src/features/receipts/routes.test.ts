import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDeveloper, aWallet } from '../../../test/fixtures/factories.js'
import { aMember, aSeller, type Seller } from '../../../test/fixtures/seller.js'
import { createTestApp, type TestApp } from '../../../test/harness.js'
import { signIn } from '../../../test/sign-in.js'
import { buildApp } from '../../app.js'
import { createBatches } from '../../platform/batches.js'
import type { Context } from '../../platform/context.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

type Reply = Promise<LightMyRequestResponse>

const tea = { sku: 'T', name: 'Tea', priceUsd: 1, stockQty: 2 }
const order = { items: [{ sku: 'T', qty: 1 }] }
const receipt = { id: 'r-1', lineItems: [{ label: 'Tea', priceUsd: 1 }], totalUsd: 1 }
const native = { id: 'r-1', lineItems: [{ label: 'Tea', amount: 1 }] }
const refund = { receiptId: 'r-1', buyer: aWallet(), usd: 1 }
const split = () => ({
  address: aWallet(),
  recipients: [{ address: aWallet(), sharesBps: 9_950 }],
})

const urls = {
  orders: '/api/orders',
  quote: '/api/orders/quote',
  receipts: '/api/receipts',
  status: '/api/receipts/status',
  refund: '/api/receipts/refund',
  terminal: '/api/receipts/terminal',
  split: '/api/split/deploy',
} as const
type Place = keyof typeof urls

const byKey = (place: Place, body: object) => (seller: Seller) => seller.post(urls[place], body)
const byOwner = (place: Place, body: object) => (seller: Seller) => seller.act(urls[place], body)
const get = (url: string) => (seller: Seller) => seller.get(url)

const unauthenticated = (place: Place) => (_seller: Seller) =>
  app.inject({ method: 'POST', url: urls[place], payload: {} })

const withoutScope = (place: Place) => async (_seller: Seller) => {
  const { apiKey } = await aDeveloper(app.ctx, { scopes: [] })
  const headers = { 'x-api-key': apiKey }
  return app.inject({ method: 'POST', url: urls[place], headers, payload: {} })
}

const byViewer =
  (place: Place) =>
  async ({ wallet }: Seller) => {
    const { headers } = await aMember(app, { merchant: wallet, role: 'viewer' })
    return app.inject({ method: 'POST', url: urls[place], headers, payload: { wallet } })
  }

const withoutCsrf = (place: Place) => (seller: Seller) => {
  const { cookie } = seller.owner
  return app.inject({ method: 'POST', url: urls[place], headers: { cookie }, payload: {} })
}

const withoutSplit = (place: Place, body: object) => async (_seller: Seller) => {
  const bare = await aSeller(app, { hasSplit: false, items: [tea] })
  return place === 'terminal' ? bare.act(urls[place], body) : bare.post(urls[place], body)
}

const forTwoOthers =
  (place: Place, body: object) =>
  async ({ wallet }: Seller) => {
    const [member, other] = [await signIn(app), await aSeller(app)]
    await app.ctx.db.query(
      `with gone as (delete from members where person = $1)
     insert into members (merchant, person, role, created_at, joined_at)
     values ($2, $1, 'admin', 0, 0), ($3, $1, 'admin', 0, 0)`,
      [member.wallet, wallet, other.wallet],
    )
    const { headers } = member
    return app.inject({ method: 'POST', url: urls[place], headers, payload: body })
  }

const afterReceipt = (first: object, next: (seller: Seller) => Reply) => async (seller: Seller) => {
  expect((await seller.post(urls.receipts, first)).statusCode).toBe(201)
  return next(seller)
}

const afterPayment = (next: (seller: Seller) => Reply) =>
  afterReceipt(receipt, async (seller) => {
    await seller.act(urls.status, { receiptId: 'r-1', status: 'paid' })
    return next(seller)
  })

const twiceUnderOneKey =
  (place: Place, first: object, second: object) => async (seller: Seller) => {
    const key = { 'idempotency-key': 'k' }
    await seller.post(urls[place], first, key)
    return seller.post(urls[place], second, key)
  }

const overTheLimit = (place: Place) => async (_seller: Seller) => {
  const { apiKey } = await aDeveloper(app.ctx, { callsPerMinute: 1 })
  const headers = { 'x-api-key': apiKey }
  const call = () => app.inject({ method: 'POST', url: urls[place], headers, payload: {} })
  await call()
  return call()
}

/** Sends a request to a copy of the service with some dependencies replaced. */
const elsewhere =
  (change: Partial<Context>, call: { place: Place; body: object; by: 'key' | 'owner' }) =>
  async (seller: Seller) => {
    const { server } = await buildApp({ ...app.ctx, ...change })
    const headers = call.by === 'key' ? seller.headers : seller.owner.headers
    const url = urls[call.place]
    const response = await server.inject({ method: 'POST', url, headers, payload: call.body })
    await server.close()
    return response
  }

const withoutRates = (place: Place, body: object, by: 'key' | 'owner') => (seller: Seller) =>
  elsewhere({ config: { ...app.ctx.config, rateProviders: ['ecb'] } }, { place, body, by })(seller)

const withoutPlatform = (seller: Seller) =>
  elsewhere(
    { config: { ...app.ctx.config, platformWallet: undefined } },
    { place: 'split', body: split(), by: 'owner' },
  )(seller)

const brokenAt =
  (message: string, call: { place: Place; body: object; by: 'key' | 'owner' }) =>
  (seller: Seller) => {
    const { query } = app.ctx.db
    const breaking: typeof query = async (sql, params) => {
      if (sql.includes(message)) throw new Error('the disk is full')
      return query(sql, params)
    }
    const db = { ...app.ctx.db, query: breaking }
    return elsewhere({ db, batches: createBatches(db) }, call)(seller)
  }

/** The documented errors of orders, receipts and splits. */
const rows: [status: number, code: string, name: string, (seller: Seller) => Reply][] = [
  [400, 'invalid_input', 'an order with bad items', byKey('orders', { items: 'T' })],
  [400, 'invalid_input', 'a quote with a bad tax', byKey('quote', { ...order, taxRate: 2 })],
  [400, 'invalid_input', 'a receipt without lines', byKey('receipts', { id: 'r' })],
  [
    400,
    'invalid_input',
    'a receipt with a reserved id',
    byKey('receipts', { ...receipt, id: 'status' }),
  ],
  [400, 'invalid_input', 'an unknown status', byKey('status', { receiptId: 'r', status: 'x' })],
  [400, 'invalid_input', 'a list with a bad limit', get('/api/receipts?limit=x')],
  [
    400,
    'invalid_input',
    'a refund of an unpaid receipt',
    afterReceipt(receipt, byOwner('refund', refund)),
  ],
  [
    400,
    'invalid_input',
    'a terminal receipt with a bad tax',
    byOwner('terminal', { amountUsd: 1, taxRate: 2 }),
  ],
  [
    400,
    'invalid_input',
    'a split that is not whole',
    byOwner('split', { ...split(), recipients: [] }),
  ],
  [400, 'items_required', 'an order of nothing', byKey('orders', { items: [] })],
  [400, 'items_required', 'an order without items', byKey('orders', {})],
  [400, 'items_required', 'a quote without items', byKey('quote', {})],
  [
    400,
    'inventory_item_not_found',
    'an unknown SKU',
    byKey('orders', { items: [{ sku: 'X', qty: 1 }] }),
  ],
  [
    400,
    'inventory_item_not_found',
    'an unknown id',
    byKey('quote', { items: [{ id: 'X', qty: 1 }] }),
  ],
  [
    400,
    'insufficient_stock',
    'more than there is',
    byKey('orders', { items: [{ sku: 'T', qty: 3 }] }),
  ],
  [400, 'missing_receipt_id', 'a post without an id', byKey('status', { status: 'x' })],
  [400, 'missing_receipt_id', 'a question without an id', get(urls.status)],
  [400, 'missing_receipt_id', 'a refund without an id', byOwner('refund', { usd: 0 })],
  [400, 'missing_status', 'a post without a status', byKey('status', { receiptId: 'r-1' })],
  [400, 'invalid_wallet', 'a post for no wallet', byOwner('status', { wallet: 'x' })],
  [400, 'invalid_wallet', 'a refund for no wallet', byOwner('refund', { wallet: 'x' })],
  [400, 'invalid_wallet', 'a terminal receipt for no wallet', byOwner('terminal', { wallet: 'x' })],
  [
    400,
    'invalid_buyer',
    'a refund to an invalid wallet',
    byOwner('refund', { ...refund, buyer: 'x' }),
  ],
  [400, 'invalid_usd', 'a refund of nothing', byOwner('refund', { ...refund, usd: 0 })],
  [
    400,
    'invalid_usd',
    'a refund of too much',
    afterPayment(byOwner('refund', { ...refund, usd: 1.01 })),
  ],
  [
    400,
    'wallet_required',
    'a terminal receipt for whom',
    forTwoOthers('terminal', { amountUsd: 1 }),
  ],
  [400, 'wallet_required', 'a post for whom', forTwoOthers('status', { receiptId: 'r-1' })],
  [400, 'invalid_amount', 'a terminal receipt of nothing', byOwner('terminal', { amountUsd: 0 })],
  [
    400,
    'invalid_amount',
    'a terminal receipt of two amounts',
    byOwner('terminal', { amount: 1, amountUsd: 1 }),
  ],
  [400, 'platform_recipient_not_configured', 'a split without the platform', withoutPlatform],
  [
    400,
    'invalid_input',
    'a native receipt in pounds',
    byKey('receipts', { ...native, currency: 'GBP' }),
  ],
  [
    400,
    'invalid_input',
    'a receipt of both formats',
    byKey('receipts', { ...native, totalUsd: 1 }),
  ],
  [
    400,
    'invalid_input',
    'a native receipt of another sum',
    byKey('receipts', { ...native, total: 2 }),
  ],
  [401, 'unauthorized', 'an order without authentication', unauthenticated('orders')],
  [401, 'unauthorized', 'a receipt without authentication', unauthenticated('receipts')],
  [401, 'unauthorized', 'a refund without authentication', unauthenticated('refund')],
  [401, 'unauthorized', 'a terminal receipt without authentication', unauthenticated('terminal')],
  [401, 'unauthorized', 'a split without authentication', unauthenticated('split')],
  [403, 'forbidden', 'an order without the scope', withoutScope('orders')],
  [403, 'forbidden', 'a receipt without the scope', withoutScope('receipts')],
  [403, 'forbidden', 'a refund by a key', byKey('refund', refund)],
  [403, 'forbidden', 'a terminal receipt by a key', byKey('terminal', { amountUsd: 1 })],
  [403, 'forbidden', 'a split by a key', byKey('split', split())],
  [
    403,
    'forbidden',
    'paid by a key',
    afterReceipt(receipt, byKey('status', { receiptId: 'r-1', status: 'paid' })),
  ],
  [403, 'forbidden', 'an order by a viewer', byViewer('orders')],
  [403, 'forbidden', 'a refund by a viewer', byViewer('refund')],
  [403, 'forbidden', 'a split by a viewer', byViewer('split')],
  [403, 'forbidden', 'a refund without its token', withoutCsrf('refund')],
  [403, 'forbidden', 'a post without its token', withoutCsrf('status')],
  [403, 'split_required', 'an order', withoutSplit('orders', order)],
  [403, 'split_required', 'a terminal receipt', withoutSplit('terminal', { amountUsd: 1 })],
  [404, 'not_found', 'an unknown receipt', get('/api/receipts/x')],
  [404, 'not_found', 'the status of an unknown receipt', get('/api/receipts/status?receiptId=x')],
  [
    404,
    'not_found',
    'a post for an unknown receipt',
    byKey('status', { receiptId: 'x', status: 'link_opened' }),
  ],
  [404, 'not_found', 'a refund of an unknown receipt', byOwner('refund', refund)],
  [409, 'conflict', 'a native receipt again', afterReceipt(native, byKey('receipts', native))],
  [409, 'conflict', 'what is paid again', afterPayment(byKey('receipts', receipt))],
  [
    409,
    'idempotency_conflict',
    'another order under one key',
    twiceUnderOneKey('orders', order, { ...order, taxRate: 0 }),
  ],
  [
    413,
    'payload_too_large',
    'a receipt of a megabyte',
    byKey('receipts', { ...receipt, x: 'x'.repeat(1_048_576) }),
  ],
  [429, 'rate_limited', 'orders', overTheLimit('orders')],
  [429, 'rate_limited', 'receipts', overTheLimit('receipts')],
  [
    500,
    'failed',
    'a receipt',
    brokenAt('insert into receipts', { place: 'receipts', body: receipt, by: 'key' }),
  ],
  [
    500,
    'failed',
    'an order',
    brokenAt('insert into receipts', { place: 'orders', body: order, by: 'key' }),
  ],
  [
    500,
    'failed',
    'a terminal receipt',
    brokenAt('insert into receipts', { place: 'terminal', body: { amountUsd: 1 }, by: 'owner' }),
  ],
  [
    503,
    'exchange_rate_unavailable',
    'a receipt',
    withoutRates('receipts', { ...native, currency: 'EUR' }, 'key'),
  ],
  [
    503,
    'exchange_rate_unavailable',
    'an order',
    withoutRates('orders', { ...order, currency: 'EUR' }, 'key'),
  ],
  [
    503,
    'exchange_rate_unavailable',
    'a terminal receipt',
    withoutRates('terminal', { amount: 1, currency: 'EUR' }, 'owner'),
  ],
]

describe('errors of orders, receipts and splits', () => {
  test.each(rows)('error: %i %s: %s', { tags: 'slow' }, async (status, error, _name, provoke) => {
    const seller = await aSeller(app, { items: [tea] })
    const response = await provoke(seller)
    expect(response.json()).toMatchObject({ error, message: expect.stringMatching(/./) })
    expect(response.statusCode).toBe(status)
    expect(response.headers['x-correlation-id']).toBeTruthy()
  })

  test('behavior: returns the documented message without authentication', async () => {
    const seller = await aSeller(app)
    const messageOf = async (place: Place) => (await unauthenticated(place)(seller)).json().message
    expect(await messageOf('orders')).toBe('Missing or invalid subscription key')
    expect(await messageOf('receipts')).toBe('Missing or invalid subscription key')
    expect(await messageOf('refund')).toBe('JWT authentication failed')
    expect(await messageOf('terminal')).toBe('JWT authentication failed')
  })

  test('behavior: a rate limit returns when it resets', async () => {
    const response = await overTheLimit('receipts')(await aSeller(app))
    expect(response.json()).toEqual({
      error: 'rate_limited',
      message: expect.any(String),
      limit: 'enterprise-calls',
      resetAt: expect.any(Number),
    })
  })

  test('behavior: an internal error reveals no details', async () => {
    const broken = brokenAt('insert into receipts', { place: 'receipts', body: receipt, by: 'key' })
    const response = await broken(await aSeller(app))
    expect(response.body).not.toContain('disk')
  })
})
