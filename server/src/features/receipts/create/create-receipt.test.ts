import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDeveloper } from '../../../../test/fixtures/factories.js'
import { aSeller, type Seller } from '../../../../test/fixtures/seller.js'
import { createTestApp, type TestApp, testNow } from '../../../../test/harness.js'
import { checksumAddress } from '../../../lib/hex.js'
import { MINUTE_MS } from '../../../lib/time.js'
import { readReceiptId } from './create-receipt.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const url = '/api/receipts'
const legacy = (fields: object = {}) => ({
  id: 'r-1',
  lineItems: [{ label: 'Tea', priceUsd: 4.5, qty: 2 }],
  totalUsd: 4.5,
  ...fields,
})
const native = (fields: object = {}) => ({
  id: 'r-1',
  currency: 'EUR',
  lineItems: [{ label: 'Tee', amount: 10 }],
  ...fields,
})

async function created(seller: Seller, payload: object) {
  const response = await seller.post(url, payload)
  expect(response.statusCode, response.body).toBe(201)
  return response.json()
}

async function refusal(seller: Seller, payload: object) {
  const response = await seller.post(url, payload)
  return [response.statusCode, response.json().error]
}

const shown = async (seller: Seller, id = 'r-1') => (await seller.get(`${url}/${id}`)).json()
const countOf = async (seller: Seller) => (await seller.get(url)).json().receipts.length

describe('POST /api/receipts', () => {
  test('default: creates a receipt in dollars', async () => {
    const seller = await aSeller(app, { config: { name: 'Leaf' } })
    const wallet = checksumAddress(seller.wallet)
    const link = `http://tally.test/portal/r-1\\?recipient=${wallet}&k=[\\w-]{22}`
    const paymentUrl = expect.stringMatching(`^${link}$`)
    const response = await seller.post(url, legacy())
    expect(response.statusCode).toBe(201)
    expect(response.json()).toEqual({
      id: 'r-1',
      paymentUrl,
      status: 'pending',
      redirectUrl: null,
      webhookUrl: null,
    })
    expect(await shown(seller)).toEqual({
      receiptId: 'r-1',
      totalUsd: 4.5,
      currency: 'USD',
      lineItems: [{ label: 'Tea', priceUsd: 4.5, qty: 2, lineId: 'l1' }],
      createdAt: testNow,
      updatedAt: testNow,
      brandName: 'Leaf',
      status: 'pending',
      paymentStatus: 'pending',
      jurisdictionCode: null,
      taxRate: 0,
      taxComponents: [],
      transactionHash: null,
      transactionId: null,
      metadata: null,
      billingAddress: null,
      onrampEmail: null,
      redirectUrl: null,
      returnUrl: null,
      webhookUrl: null,
      onSuccess: null,
      paymentUrl,
      payoutAddress: expect.stringMatching(/^0x/),
      expiresAt: null,
      marked: false,
      mismatch: null,
      buyerWallet: null,
      refunds: [],
      timeline: [{ status: 'pending', previousStatus: null, at: testNow, by: seller.keyId }],
    })
  })

  test('default: creates a native receipt at the current rate', async () => {
    const seller = await aSeller(app)
    await created(
      seller,
      native({
        currency: 'eur',
        lineItems: [
          { label: 'Tee', amount: 10.01, qty: 3 },
          { label: 'Rabatt', amount: -0.51 },
        ],
        total: 9.5,
      }),
    )
    const lineItems = [
      { label: 'Tee', priceUsd: 10.81, amount: 10.01, qty: 3 },
      { label: 'Rabatt', priceUsd: -0.55, amount: -0.51 },
    ]
    expect(await shown(seller)).toMatchObject({
      currency: 'EUR',
      total: 9.5,
      totalUsd: 10.26,
      lineItems,
      pricing: {
        version: 1,
        currency: 'EUR',
        usdPerUnit: 1.08,
        quotedAt: testNow,
        provider: 'fixed',
        originalTotal: 9.5,
        originalLineItems: lineItems,
      },
    })
  })

  test('behavior: a native receipt defaults to dollars and needs no rate', async () => {
    const seller = await aSeller(app)
    await created(seller, { id: 'r-1', lineItems: [{ label: 'Tea', amount: 3 }] })
    expect(await shown(seller)).toMatchObject({
      currency: 'USD',
      total: 3,
      totalUsd: 3,
      lineItems: [{ amount: 3, priceUsd: 3 }],
      pricing: { usdPerUnit: 1, provider: 'identity' },
    })
  })

  test('behavior: keeps priceUsd in dollars when currency is EUR', async () => {
    const seller = await aSeller(app)
    await created(seller, legacy({ currency: 'EUR' }))
    const receipt = await shown(seller)
    expect(receipt).toMatchObject({ currency: 'USD', totalUsd: 4.5 })
    expect(receipt).not.toHaveProperty('pricing')
    expect(receipt).not.toHaveProperty('total')
    expect(receipt.lineItems[0]).not.toHaveProperty('amount')
  })

  test('behavior: accepts negative lines if the total is above zero', async () => {
    const seller = await aSeller(app)
    const lineItems = [
      { label: 'Gift', priceUsd: -5 },
      { label: 'Nothing', priceUsd: 0 },
      { label: 'Tea', priceUsd: 5.01 },
    ]
    await created(seller, legacy({ lineItems, totalUsd: 0.01 }))
    expect(await shown(seller)).toMatchObject({ totalUsd: 0.01, lineItems })
  })

  test('behavior: stores checkout fields under any accepted name', async () => {
    const seller = await aSeller(app)
    const response = await created(seller, {
      ...legacy(),
      redirectUrl: 'https://a.example/r?x=1&y=2',
      return_url: 'https://a.example/back',
      webhookUrl: 'https://a.example/hook',
      onSuccess: 'https://a.example/done',
      onrampEmail: 'pay@example.com',
      customerFirstName: 'Ada',
      customerLastName: 'L',
      customerPhone: '+1 555',
      customerAddressLine1: '1 Road',
      billingAddressLine2: 'Flat 2',
      customerAddressCity: 'Bonn',
      customerAddressState: 'NW',
      customerAddressPostalCode: '53111',
      billingAddressCountry: 'de',
      externalId: 'shop-7',
      metadata: { a: { b: [1, null, 'x'] } },
    })
    expect(response).toEqual({
      id: 'r-1',
      paymentUrl: expect.stringContaining(
        '&redirect_url=https%3A%2F%2Fa.example%2Fr%3Fx%3D1%26y%3D2',
      ),
      status: 'pending',
      redirectUrl: 'https://a.example/r?x=1&y=2',
      webhookUrl: 'https://a.example/hook',
    })
    expect(await shown(seller)).toMatchObject({
      paymentUrl: response.paymentUrl,
      returnUrl: 'https://a.example/back',
      onSuccess: 'https://a.example/done',
      onrampEmail: 'pay@example.com',
      transactionId: 'shop-7',
      metadata: { a: { b: [1, null, 'x'] } },
      billingAddress: {
        firstName: 'Ada',
        lastName: 'L',
        phone: '+1 555',
        email: 'pay@example.com',
        line1: '1 Road',
        line2: 'Flat 2',
        city: 'Bonn',
        state: 'NW',
        zip: '53111',
        country: 'DE',
      },
    })
  })

  test('behavior: pays to the current split, or to the wallet without one', async () => {
    const bare = await aSeller(app, { hasSplit: false })
    await created(bare, legacy())
    expect(await shown(bare)).toMatchObject({ payoutAddress: checksumAddress(bare.wallet) })

    const seller = await aSeller(app)
    await created(seller, legacy())
    const { split } = (await seller.get('/api/split/deploy')).json()
    expect(await shown(seller)).toMatchObject({ payoutAddress: split.address })
  })

  test("behavior: expires by the shop's setting", async () => {
    const seller = await aSeller(app, { config: { payments: { expiryMinutes: 5 } } })
    await created(seller, legacy())
    expect(await shown(seller)).toMatchObject({ expiresAt: testNow + 5 * MINUTE_MS })
  })

  test('behavior: allows two merchants the same id', async () => {
    const [first, second] = [await aSeller(app), await aSeller(app)]
    await created(first, legacy())
    await created(second, legacy({ lineItems: [{ label: 'Cup', priceUsd: 9 }], totalUsd: 9 }))
    expect([(await shown(first)).totalUsd, (await shown(second)).totalUsd]).toEqual([4.5, 9])
  })

  test('behavior: lets a signed-in user create a receipt, named in the timeline', async () => {
    const seller = await aSeller(app)
    expect((await seller.act(url, legacy())).statusCode).toBe(201)
    const by = checksumAddress(seller.wallet)
    expect(await shown(seller)).toMatchObject({ timeline: [{ by }] })
  })

  test('behavior: ignores a wallet in the body for a key', async () => {
    const [seller, other] = [await aSeller(app), await aSeller(app)]
    await created(seller, legacy({ wallet: other.wallet }))
    await created(seller, legacy({ id: 'r-2', wallet: 'nonsense' }))
    expect([await countOf(seller), await countOf(other)]).toEqual([2, 0])
  })

  test.each([['a'], ['A.b_c:d-9'], ['x'.repeat(128)], ['Status'], ['refunds']])(
    'behavior: accepts %s as an id',
    async (id) => {
      const seller = await aSeller(app)
      const { paymentUrl } = await created(seller, legacy({ id }))
      expect(paymentUrl).toContain(`/portal/${encodeURIComponent(id)}?`)
      expect((await shown(seller, encodeURIComponent(id))).receiptId).toBe(id)
    },
  )

  test.each([
    [undefined],
    [null],
    [''],
    [7],
    ['x'.repeat(129)],
    ['-a'],
    ['.'],
    ['a b'],
    ['a/b'],
    ['a\n'],
    ['é'],
    ['status'],
    ['refund'],
    ['terminal'],
  ])('error: refuses %j as an id', async (id) => {
    expect(await refusal(await aSeller(app), legacy({ id }))).toEqual([400, 'invalid_input'])
  })

  const line = (fields: object) => ({ lineItems: [{ label: 'Tea', ...fields }] })
  test.each([
    ['no lines', { id: 'r', totalUsd: 1 }],
    ['an empty list', legacy({ lineItems: [] })],
    ['lines that are not a list', legacy({ lineItems: { label: 'Tea', priceUsd: 4.5 } })],
    ['a line that is not an object', legacy({ lineItems: ['Tea'] })],
    [
      '201 lines',
      legacy({ lineItems: Array(201).fill({ label: 'T', priceUsd: 1 }), totalUsd: 201 }),
    ],
    ['no label', legacy({ lineItems: [{ priceUsd: 4.5 }] })],
    ['an empty label', legacy({ lineItems: [{ label: ' ', priceUsd: 4.5 }] })],
    ['markup as a label', legacy({ lineItems: [{ label: '<b>', priceUsd: 4.5 }] })],
    ['a line without an amount', legacy({ lineItems: [{ label: 'Tea' }] })],
    ['no total in dollars', legacy({ totalUsd: undefined })],
    ['a wrong total in dollars', legacy({ totalUsd: 4.51 })],
    ['a wrong native total', native({ total: 10.01 })],
    ['a total of 0', legacy({ ...line({ priceUsd: 0 }), totalUsd: 0 })],
    ['a negative total', legacy({ ...line({ priceUsd: -1 }), totalUsd: -1 })],
    ['a native total of 0', native(line({ amount: 0 }))],
    ['three decimals', legacy({ ...line({ priceUsd: 1.005 }), totalUsd: 1.005 })],
    ['three native decimals', native(line({ amount: 1.001 }))],
    ['a native total with three decimals', native({ total: 10.001 })],
    ['dollars in quotes', legacy({ ...line({ priceUsd: '4.50' }) })],
    ['a total in quotes', legacy({ totalUsd: '4.50' })],
    ['a native amount in quotes', native(line({ amount: '1' }))],
    ['more than ten billion', legacy({ ...line({ priceUsd: 1e10 + 1 }), totalUsd: 1e10 + 1 })],
    [
      'more than ten billion in sum',
      native({ lineItems: Array(2).fill({ label: 'Tea', amount: 6e9 }) }),
    ],
    [
      'both formats on lines',
      native({
        lineItems: [
          { label: 'a', amount: 1 },
          { label: 'b', priceUsd: 1 },
        ],
      }),
    ],
    ['both formats on one line', native(line({ amount: 1, priceUsd: 1 }))],
    ['native lines with a total in dollars', native({ totalUsd: 10.8 })],
    ['lines in dollars with a native total', legacy({ total: 4.5 })],
    ['both totals', legacy({ total: 4.5, totalUsd: 4.5 })],
    ['an unknown currency', native({ currency: 'GBP' })],
    ['an unknown currency with dollars', legacy({ currency: 'GBP' })],
    ['a currency that is not text', native({ currency: 978 })],
    ['a quantity of 0', legacy(line({ priceUsd: 4.5, qty: 0 }))],
    ['a quantity in quotes', legacy(line({ priceUsd: 4.5, qty: '1' }))],
    ['a URL without https', legacy({ redirect_url: 'ftp://a.example' })],
    ['a script as a URL', legacy({ webhook_url: 'javascript:alert(1)' })],
    ['an email without @', legacy({ onrampEmail: 'none' })],
    ['metadata as text', legacy({ metadata: 'x' })],
  ])('error: %s', async (_name, payload) => {
    const seller = await aSeller(app)
    expect(await refusal(seller, payload)).toEqual([400, 'invalid_input'])
    expect(await countOf(seller)).toBe(0)
  })

  test.each(['1e309', '-1e309', 'NaN', 'Infinity', '01', '.5', '1e-9', '-0'])(
    'error: refuses %s as a number',
    async (number) => {
      const seller = await aSeller(app)
      const headers = { ...seller.headers, 'content-type': 'application/json' }
      const payload = `{"id":"r","lineItems":[{"label":"a","amount":${number}}]}`
      const response = await app.inject({ method: 'POST', url, headers, payload })
      expect([response.statusCode, response.json().error]).toEqual([400, 'invalid_input'])
      expect(await countOf(seller)).toBe(0)
    },
  )

  test('behavior: accepts floats that print with two decimals', async () => {
    const seller = await aSeller(app)
    const lineItems = [1.005e2, 1.15, 4.35, 0.07, 1e2].map((amount) => ({ label: 'a', amount }))
    await created(seller, native({ lineItems, total: 206.07, currency: 'USD' }))
    expect(await shown(seller)).toMatchObject({ totalUsd: 206.07 })
  })

  test('error: refuses a native amount worth less than a cent', async () => {
    const seller = await aSeller(app, { config: { pricing: { ratePins: { EUR: 0.2 } } } })
    const tiny = native({ lineItems: [{ label: 'Tee', amount: 0.01 }] })
    expect(await refusal(seller, tiny)).toEqual([400, 'invalid_input'])
    await created(seller, native({ lineItems: [{ label: 'Tee', amount: 0.03 }] }))
  })

  test('error: refuses a currency that the shop does not accept', async () => {
    const seller = await aSeller(app, { config: { pricing: { acceptedCurrencies: ['USD'] } } })
    expect(await refusal(seller, native())).toEqual([400, 'invalid_input'])
    await created(seller, native({ currency: 'USD' }))
  })

  test('error: creates nothing without an exchange rate', async () => {
    const dark = await createTestApp({ environment: { RATE_PROVIDERS: 'ecb' } })
    const seller = await aSeller(dark)
    const response = await seller.post(url, native())
    expect(response.statusCode).toBe(503)
    expect(response.json()).toEqual({
      error: 'exchange_rate_unavailable',
      message: expect.any(String),
      retryable: true,
    })
    expect(await countOf(seller)).toBe(0)
    await created(seller, native({ currency: 'USD' }))
    await created(seller, legacy({ id: 'r-2' }))
    await dark.close()
  })

  test('error: refuses a key without the scope, and a request without authentication', async () => {
    const { apiKey } = await aDeveloper(app.ctx, { scopes: ['receipts:read'] })
    const headers = { 'x-api-key': apiKey }
    const response = await app.inject({ method: 'POST', url, headers, payload: legacy() })
    expect(response.statusCode).toBe(403)
    expect(response.json()).toMatchObject({ error: 'forbidden', requiredScope: 'receipts:write' })
    expect((await app.inject({ method: 'POST', url, payload: legacy() })).statusCode).toBe(401)
  })
})

const letters = [...'ABCXYZabcxyz0189']

const first = fc.constantFrom(...letters)

const later = fc.array(fc.constantFrom(...letters, '.', '_', ':', '-'), { maxLength: 127 })

describe('readReceiptId', () => {
  test('default', () => {
    expect(readReceiptId('order:2026-01.7_b')).toBe('order:2026-01.7_b')
  })

  test.each(['status', 'refund', 'terminal'])('error: refuses the reserved id %s', (id) => {
    expect(() => readReceiptId(id)).toThrow('id must not be status, refund, terminal')
  })

  test.each([undefined, null, '', 7, {}, ['a'], '.a', '_a', 'a b', 'a/b', 'a%', 'é', 'a\n', '\na'])(
    'error: %j',
    (id) => {
      expect(() => readReceiptId(id)).toThrow(expect.objectContaining({ code: 'invalid_input' }))
    },
  )

  test('property: accepts every valid id up to 128 characters', () => {
    fc.assert(
      fc.property(first, later, (head, tail) => {
        const id = head + tail.join('')
        return readReceiptId(id) === id
      }),
      { numRuns: 300 },
    )
    expect(() => readReceiptId('a'.repeat(129))).toThrow('1 to 128')
  })

  test('property: an id needs no URL escaping except for colons', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        try {
          const id = readReceiptId(text)
          expect(encodeURIComponent(id).replaceAll('%3A', ':')).toBe(id)
        } catch (error) {
          expect(error).toMatchObject({ code: 'invalid_input' })
        }
      }),
      { numRuns: 300 },
    )
  })
})
