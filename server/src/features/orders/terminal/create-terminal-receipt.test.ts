import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aMember, aSeller, type Seller } from '../../../../test/fixtures/seller.js'
import { createTestApp, type TestApp } from '../../../../test/harness.js'
import { signIn } from '../../../../test/sign-in.js'
import { checksumAddress } from '../../../lib/hex.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const url = '/api/receipts/terminal'

async function made(seller: Seller, payload: object) {
  const response = await seller.act(url, payload)
  expect(response.statusCode, response.body).toBe(200)
  return response.json().receipt
}

async function refusal(seller: Seller, payload: object) {
  const response = await seller.act(url, payload)
  return [response.statusCode, response.json().error]
}

describe('POST /api/receipts/terminal', () => {
  test('behavior: names the customer and the reference', async () => {
    const seller = await aSeller(app)
    const customer = {
      billingFirstName: 'Ada',
      billingLastName: 'King',
      billingEmail: 'a@x.example',
    }
    const body = { amountUsd: 5, ...customer, reference: 'T-7', returnUrl: 'https://x.example' }
    const { receipt } = (await seller.act(url, body)).json()
    expect(receipt).toMatchObject({
      billingAddress: { firstName: 'Ada', lastName: 'King', email: 'a@x.example' },
      transactionId: 'T-7',
      returnUrl: null,
    })
  })

  test('default: adds tax and fee', async () => {
    const seller = await aSeller(app, { config: { name: 'Bean' } })
    const response = await seller.act(url, { amountUsd: 100, taxRate: 0.095 })
    expect(response.statusCode).toBe(200)
    expect(response.headers['x-correlation-id']).toBeTruthy()
    const { ok, receipt } = response.json()
    expect(ok).toBe(true)
    expect(receipt).toMatchObject({
      receiptId: expect.stringMatching(/^rcpt_[0-9a-z]{33}$/),
      totalUsd: 110.05,
      currency: 'USD',
      createdAt: app.ctx.now(),
      status: 'generated',
      brandName: 'Bean',
      taxRate: 0.095,
    })
    expect(receipt.lineItems).toEqual([
      { label: 'Payment', priceUsd: 100, lineId: 'l1' },
      { label: 'Tax', priceUsd: 9.5 },
      { label: 'Processing Fee', priceUsd: 0.55 },
    ])
    const stored = (await seller.get(`/api/receipts/${receipt.receiptId}`)).json()
    const by = checksumAddress(seller.wallet)
    expect(stored).toEqual({
      ...receipt,
      timeline: [{ status: 'generated', previousStatus: null, at: app.ctx.now(), by }],
    })
  })

  test('behavior: creates a native receipt in the given currency or in dollars', async () => {
    const seller = await aSeller(app)
    expect(
      await made(seller, { amount: 100, currency: 'eur', label: 'Kuchen', taxRate: 0.095 }),
    ).toMatchObject({
      currency: 'EUR',
      total: 110.05,
      totalUsd: 118.85,
      lineItems: [
        { label: 'Kuchen', amount: 100, priceUsd: 108 },
        { label: 'Tax', amount: 9.5, priceUsd: 10.26 },
        { label: 'Processing Fee', amount: 0.55, priceUsd: 0.59 },
      ],
      pricing: { currency: 'EUR', usdPerUnit: 1.08 },
    })
    expect(await made(seller, { amount: 1 })).toMatchObject({ currency: 'USD', total: 1.01 })
  })

  test('behavior: keeps priceUsd in dollars when currency is EUR', async () => {
    const receipt = await made(await aSeller(app), { amountUsd: 10, currency: 'EUR' })
    expect(receipt).toMatchObject({ currency: 'USD', totalUsd: 10.05 })
    expect(receipt).not.toHaveProperty('pricing')
  })

  test("behavior: taxes by jurisdiction, components or the shop's default", async () => {
    const seller = await aSeller(app, { config: { tax: { defaultJurisdictionCode: 'US-CA' } } })
    expect(await made(seller, { amountUsd: 100 })).toMatchObject({
      jurisdictionCode: 'US-CA',
      taxRate: 0.0725,
      taxComponents: ['State', 'County'],
    })
    const part = { amountUsd: 100, jurisdictionCode: 'us-ca', taxComponents: ['state'] }
    expect(await made(seller, part)).toMatchObject({ taxRate: 0.06, taxComponents: ['State'] })
    expect(await made(seller, { amountUsd: 100, taxRate: 0 })).toMatchObject({ totalUsd: 100.5 })
  })

  test('behavior: takes included tax out of the amount', async () => {
    const seller = await aSeller(app, { config: { tax: { priceIncludesTax: true } } })
    const { lineItems } = await made(seller, { amountUsd: 11.9, taxRate: 0.19 })
    expect(lineItems).toMatchObject([{ priceUsd: 10 }, { priceUsd: 1.9 }, { priceUsd: 0.06 }])
  })

  test('behavior: uses the default label for an empty one', async () => {
    const seller = await aSeller(app)
    for (const label of [undefined, null, '', '  ']) {
      const { lineItems } = await made(seller, { amountUsd: 1, label })
      expect(lineItems[0]).toEqual({ label: 'Payment', priceUsd: 1, lineId: 'l1' })
    }
  })

  test('behavior: creates one receipt for the same idempotency key', async () => {
    const { owner } = await aSeller(app)
    const headers = { ...owner.headers, 'idempotency-key': 'till-1' }
    const payload = { amountUsd: 5 }
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => app.inject({ method: 'POST', url, headers, payload })),
    )
    expect(new Set(responses.map((response) => response.json().receipt.receiptId)).size).toBe(1)
  })

  test.each([
    ['admin', 200],
    ['cashier', 200],
    ['viewer', 403],
  ] as const)('behavior: as %s the response is %i', async (role, code) => {
    const { wallet } = await aSeller(app)
    const { headers } = await aMember(app, { merchant: wallet, role })
    const payload = { amountUsd: 1, wallet }
    expect((await app.inject({ method: 'POST', url, headers, payload })).statusCode).toBe(code)
  })

  test.each([
    ['no amount', {}],
    ['both amounts', { amount: 1, amountUsd: 1 }],
    ['nothing', { amountUsd: 0 }],
    ['less than nothing', { amount: -1 }],
    ['three decimals', { amountUsd: 1.001 }],
    ['an amount in quotes', { amount: '1' }],
    ['more than ten billion', { amountUsd: 10_000_000_000.01 }],
    ['an amount with an unknown currency', { amountUsd: 0, currency: 'GBP' }],
  ])('error: %s', async (_name, payload) => {
    const seller = await aSeller(app)
    expect(await refusal(seller, payload)).toEqual([400, 'invalid_amount'])
    expect((await seller.get('/api/receipts')).json().receipts).toEqual([])
  })

  test('error: refuses an amount worth less than a cent', async () => {
    const seller = await aSeller(app, { config: { pricing: { ratePins: { EUR: 0.2 } } } })
    expect(await refusal(seller, { amount: 0.01, currency: 'EUR' })).toEqual([
      400,
      'invalid_amount',
    ])
  })

  test.each([
    ['an unknown currency', { amount: 1, currency: 'GBP' }],
    ['a tax rate above 1', { amountUsd: 1, taxRate: 1.1 }],
    ['an unknown jurisdiction', { amountUsd: 1, jurisdictionCode: 'XX' }],
    ['markup as a label', { amountUsd: 1, label: '<b>' }],
  ])('error: %s', async (_name, payload) => {
    expect(await refusal(await aSeller(app), payload)).toEqual([400, 'invalid_input'])
  })

  test('error: returns split_required without a split', async () => {
    const seller = await aSeller(app, { hasSplit: false })
    expect(await refusal(seller, { amountUsd: 1 })).toEqual([403, 'split_required'])
    expect(await refusal(seller, { amountUsd: 0 })).toEqual([400, 'invalid_amount'])
  })

  test('error: requires wallet from a member of two merchants', async () => {
    const [first, second] = [await aSeller(app), await aSeller(app)]
    const { wallet, headers } = await signIn(app)
    await app.ctx.db.query(
      `with gone as (delete from members where person = $1)
       insert into members (merchant, person, role, created_at, joined_at)
       values ($2, $1, 'cashier', 0, 0), ($3, $1, 'cashier', 0, 0)`,
      [wallet, first.wallet, second.wallet],
    )
    const post = async (fields: object) => {
      const payload = { amountUsd: 1, ...fields }
      const response = await app.inject({ method: 'POST', url, headers, payload })
      return [response.statusCode, response.json().error]
    }
    expect(await post({})).toEqual([400, 'wallet_required'])
    expect(await post({ wallet: second.wallet })).toEqual([200, undefined])
    expect(await post({ wallet: 'x' })).toEqual([400, 'invalid_wallet'])
  })

  test('error: refuses a key, no authentication, and a session without its CSRF token', async () => {
    const seller = await aSeller(app)
    const post = async (headers: Record<string, string>) => {
      const payload = { amountUsd: 1 }
      const response = await app.inject({ method: 'POST', url, headers, payload })
      return [response.statusCode, response.json().error]
    }
    expect(await post(seller.headers)).toEqual([403, 'forbidden'])
    expect(await post({})).toEqual([401, 'unauthorized'])
    expect(await post({ cookie: seller.owner.cookie })).toEqual([403, 'forbidden'])
  })

  test('error: creates nothing without an exchange rate', { tags: 'slow' }, async () => {
    const dark = await createTestApp({ environment: { RATE_PROVIDERS: 'ecb' } })
    const seller = await aSeller(dark)
    const response = await seller.act(url, { amount: 1, currency: 'EUR' })
    expect([response.statusCode, response.json().error]).toEqual([503, 'exchange_rate_unavailable'])
    expect((await seller.get('/api/receipts')).json().receipts).toEqual([])
    await dark.close()
  })
})

describe('POST /api/receipts/terminal/quote', () => {
  const sales = [
    { amountUsd: 12.5, label: 'Two flat whites', taxRate: 0.095 },
    { amount: 33.33, currency: 'EUR', discountUsd: 4.01, tip: 2, taxRate: 0.19 },
    { items: [{ sku: 'Q', qty: 3 }], discount: 0.99, tipUsd: 1.01, jurisdictionCode: 'US-CA' },
    { items: [{ sku: 'Q', qty: 2 }], amountUsd: 7.77, taxRate: 0.0725 },
  ]

  test.each(sales)('default: equals the receipt of %o, and changes nothing', async (body) => {
    const seller = await aSeller(app, { items: [{ sku: 'Q', name: 'Tea', priceUsd: 3.33 }] })
    const tables = ['receipts', 'timeline_entries', 'recorded_events', 'audit_entries']
    const countRows = async () => {
      const counts = tables.map((name) => `(select count(*) from ${name} where merchant = $1)`)
      const sql = `select ${counts.join(' + ')} + (
        select coalesce(sum(reserved_qty), 0) from items where merchant = $1
      ) as rows`
      return (await app.ctx.db.query<{ rows: string }>(sql, [seller.wallet])).rows[0]?.rows
    }
    const before = await countRows()
    const quoted = await seller.act(`${url}/quote`, body)
    expect(quoted.statusCode, quoted.body).toBe(200)
    const withKey = await seller.post(`${url}/quote`, body)
    expect(withKey.json()).toEqual(quoted.json())
    expect(await countRows()).toBe(before)

    const { quote } = quoted.json()
    const receipt = await made(seller, body)
    // Only lines that can be refunded have ids.
    const lines = receipt.lineItems.map(({ lineId: _id, ...line }: { lineId?: string }) => line)
    expect(quote.lineItems).toEqual(lines)
    for (const field of ['total', 'totalUsd', 'currency', 'taxRate', 'taxComponents']) {
      expect(quote[field], field).toEqual(receipt[field])
    }
  })

  test('behavior: needs neither stock nor a split', async () => {
    const items = [{ sku: 'Q', name: 'Tea', priceUsd: 3, stockQty: 1 }]
    const seller = await aSeller(app, { items, hasSplit: false })
    const quoted = await seller.act(`${url}/quote`, { items: [{ sku: 'Q', qty: 9 }] })
    expect(quoted.json().quote).toMatchObject({ totalUsd: 27.14 })
  })

  test('error: 400 for a sale that the terminal refuses', async () => {
    const seller = await aSeller(app)
    for (const body of [{}, { amountUsd: 0 }, { amountUsd: 5, discount: 9 }]) {
      const refused = await seller.act(`${url}/quote`, body)
      expect([refused.statusCode, refused.json().error]).toEqual([400, 'invalid_amount'])
    }
  })
})
