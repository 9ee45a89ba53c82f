import { describe, expect, test } from 'vitest'
import {
  errorOf,
  makeReceipt,
  placeOrder,
  type Receipt,
  unique,
  useService,
} from '../helpers/client.js'

const service = useService()

type Created = { id: string; paymentUrl: string }

const create = (body: object) => service.program<Created>('POST /api/receipts', { body })
const refuse = async (body: object) =>
  errorOf(await service.program('POST /api/receipts', { body }))
const get = async (id: string) => (await service.program<Receipt>(`GET /api/receipts/${id}`)).body
const legacy = { lineItems: [{ label: 'Lunch', priceUsd: 25 }], totalUsd: 25 }
const native = { lineItems: [{ label: 'Lunch', amount: 10 }], currency: 'EUR' }

describe('POST /api/receipts', () => {
  test('behavior: returns 201 with {id, paymentUrl, status, redirectUrl, webhookUrl}', async () => {
    const id = unique('receipt')
    const redirectUrl = 'https://shop.example/after?a=1&b=2'
    const webhookUrl = 'https://shop.example/hook'
    const urls = { redirect_url: redirectUrl, webhook_url: webhookUrl }
    const { status, body } = await create({ id, ...legacy, ...urls })
    expect(status).toBe(201)
    const paymentUrl = expect.any(String)
    expect(body).toEqual({ id, paymentUrl, status: 'pending', redirectUrl, webhookUrl })

    const url = new URL(body.paymentUrl)
    expect(`${url.origin}${url.pathname}`).toBe(`${service.demo.baseUrl}/portal/${id}`)
    expect(url.searchParams.get('recipient')).toBe(service.demo.merchantWallet)
    expect(url.searchParams.get('k')).toMatch(/^[\w-]{22}$/)
    expect(url.searchParams.get('redirect_url')).toBe(redirectUrl)
  })

  test('behavior: omitted URLs are null', async () => {
    const { body } = await create({ id: unique('receipt'), ...legacy })
    expect(body).toMatchObject({ redirectUrl: null, webhookUrl: null })
    expect(new URL(body.paymentUrl).searchParams.has('redirect_url')).toBe(false)
  })

  test('behavior: legacy lines are in dollars and already include the quantity', async () => {
    const lineItems = [
      { label: 'Two teas', priceUsd: 7, qty: 2 },
      { label: 'Discount', priceUsd: -1.5 },
    ]
    const receipt = await get(await makeReceipt(service.program, { lineItems, totalUsd: 5.5 }))
    expect(receipt).toMatchObject({ totalUsd: 5.5, currency: 'USD', status: 'pending' })
    const [teas, discount] = lineItems
    expect(receipt.lineItems).toEqual([{ ...teas, lineId: 'l1' }, discount])
    expect(receipt).not.toHaveProperty('total')
    expect(receipt).not.toHaveProperty('pricing')
  })

  test('behavior: native amounts have both currencies and a fixed rate', async () => {
    const lineItems = [
      { label: 'Dinner', amount: 100.01, qty: 3 },
      { label: 'Discount', amount: -0.5 },
    ]
    const id = await makeReceipt(service.program, { lineItems, currency: 'eur', total: 99.51 })
    expect(await get(id)).toMatchObject({
      currency: 'EUR',
      total: 99.51,
      totalUsd: 107.47,
      lineItems: [
        { label: 'Dinner', amount: 100.01, priceUsd: 108.01, qty: 3 },
        { label: 'Discount', amount: -0.5, priceUsd: -0.54 },
      ],
      pricing: {
        version: 1,
        currency: 'EUR',
        usdPerUnit: 1.08,
        originalTotal: 99.51,
        quotedAt: expect.any(Number),
        provider: expect.any(String),
        originalLineItems: [{ amount: 100.01 }, { amount: -0.5 }],
      },
    })
  })

  test('behavior: the total defaults to the sum of the lines, the currency to USD', async () => {
    const lineItems = [0.1, 0.2].map((amount) => ({ label: 'Sweets', amount }))
    const receipt = await get(await makeReceipt(service.program, { lineItems }))
    expect(receipt).toMatchObject({ currency: 'USD', total: 0.3, totalUsd: 0.3 })
    expect(receipt['pricing']).toMatchObject({ usdPerUnit: 1, provider: 'identity' })
  })

  test('behavior: priceUsd stays in dollars when the currency is EUR', async () => {
    const receipt = await get(await makeReceipt(service.program, { currency: 'EUR' }))
    expect(receipt).toMatchObject({ totalUsd: 25, currency: 'USD' })
    expect(receipt).not.toHaveProperty('pricing')
  })

  test('behavior: stores billing details, reference and metadata', async () => {
    const transactionId = unique('order')
    const receipt = await get(
      await makeReceipt(service.program, {
        billingFirstName: 'Ada',
        customerLastName: 'Byron',
        billingAddressZip: '93650',
        transactionId,
        metadata: { cart: [1, 2] },
        return_url: 'https://shop.example/',
      }),
    )
    const billingAddress = { firstName: 'Ada', lastName: 'Byron', zip: '93650' }
    expect(receipt).toMatchObject({ transactionId, metadata: { cart: [1, 2] }, billingAddress })
    expect(receipt['returnUrl']).toBe('https://shop.example/')
  })

  test('behavior: replaces an unpaid legacy receipt', async () => {
    const id = await makeReceipt(service.program)
    expect((await create({ id, ...legacy })).status).toBe(201)
    const lineItems = [{ label: 'Supper', priceUsd: 30 }]
    expect((await create({ id, lineItems, totalUsd: 30 })).status).toBe(201)
    expect(await get(id)).toMatchObject({ totalUsd: 30, lineItems })
  })

  test('behavior: a retry with the same Idempotency-Key returns the first response', async () => {
    const request = {
      body: { id: unique('receipt'), ...native },
      headers: { 'idempotency-key': unique('key') },
    }
    const first = await service.program('POST /api/receipts', request)
    const repeatedResponse = await service.program('POST /api/receipts', request)
    expect([first.status, repeatedResponse.status]).toEqual([201, 201])
    expect(repeatedResponse.body).toEqual(first.body)
  })

  test('behavior: two merchants may use the same id, and each reads its own receipt', async () => {
    const id = await makeReceipt(service.program)
    const lineItems = [{ label: 'Ink', priceUsd: 3 }]
    await makeReceipt(service.otherProgram, { id, lineItems, totalUsd: 3 })
    expect(await get(id)).toMatchObject({ totalUsd: 25 })
    const { body } = await service.otherProgram(`GET /api/receipts/${id}`)
    expect(body).toMatchObject({ totalUsd: 3, brandName: 'Hazel Paper' })
  })

  test('error: returns 409 for replacing an unpaid native receipt', async () => {
    const id = await makeReceipt(service.program, native)
    expect(await refuse({ id, ...native })).toBe('409 conflict')
    expect(await refuse({ id, ...legacy })).toBe('409 conflict')
    expect(await get(id)).toMatchObject({ total: 10 })
  })

  test('error: returns 409 for replacing a paid receipt', async () => {
    const id = await makeReceipt(service.program)
    const paid = { receiptId: id, status: 'paid' }
    await service.owner('POST /api/receipts/status', { body: paid })
    expect(await refuse({ id, ...legacy })).toBe('409 conflict')
  })

  test.each([
    ['an unsupported currency', { ...native, currency: 'GBP' }],
    ['mixed lines', { lineItems: [...native.lineItems, ...legacy.lineItems] }],
    [
      'both prices in one line',
      { lineItems: [{ label: 'Tea', amount: 1, priceUsd: 1 }], total: 1 },
    ],
    ['totalUsd with native amounts', { ...native, totalUsd: 10.8 }],
    ['a native total that is not the sum', { ...native, total: 10.01 }],
    ['a legacy total that is not the sum', { ...legacy, totalUsd: 25.01 }],
    ['no legacy total', { lineItems: legacy.lineItems }],
    ['three decimals', { lineItems: [{ label: 'Tea', amount: 1.005 }] }],
    ['an amount as text', { lineItems: [{ label: 'Tea', amount: '1.00' }] }],
    ['no label', { lineItems: [{ amount: 1 }] }],
    ['no lines', { lineItems: [] }],
    ['a total of 0', { lineItems: [{ label: 'Tea', amount: 0 }] }],
    ['a redirect that is not a URL', { ...legacy, redirect_url: '/thanks' }],
    ['a webhook that is not http', { ...legacy, webhook_url: 'ftp://shop.example' }],
  ])('error: returns 400 invalid_input for %s', async (_name, body) => {
    const id = unique('receipt')
    expect(await refuse({ id, ...body })).toBe('400 invalid_input')
    expect((await service.program(`GET /api/receipts/${id}`)).status).toBe(404)
  })

  test.each([undefined, '', 7, '-x', 'a b', 'status', 'refund', 'terminal'])(
    'error: returns 400 invalid_input for the id %o',
    async (id) => {
      expect(await refuse({ id, ...legacy })).toBe('400 invalid_input')
    },
  )
})

describe('GET /api/receipts', () => {
  test('behavior: returns the newest receipts first, up to the limit', async () => {
    const { program } = await service.newSeller()
    await makeReceipt(program)
    const older = await makeReceipt(program)
    const { receiptId } = await placeOrder(program)
    const { status, body } = await program<{ receipts: Receipt[] }>('GET /api/receipts?limit=2')
    expect(status).toBe(200)
    expect(body.receipts.map((receipt) => receipt.receiptId)).toEqual([receiptId, older])
    const { body: shown } = await program(`GET /api/receipts/${older}`)
    expect(body.receipts[1]).toEqual(shown)
  })

  test('behavior: selects by cursor, status and q', async () => {
    const { program } = await service.newSeller()
    const reference = unique('order')
    const id = await makeReceipt(program, { transactionId: reference })
    const newer = await makeReceipt(program)
    type Page = { receipts: Receipt[]; nextCursor: string }
    const page = async (query: string) => {
      const { body } = await program<Page>(`GET /api/receipts?${query}`)
      return { ids: body.receipts.map(({ receiptId }) => receiptId), next: body.nextCursor }
    }
    const first = await page('limit=1')
    expect(first.ids).toEqual([newer])
    expect((await page(`limit=1&cursor=${encodeURIComponent(first.next)}`)).ids).toEqual([id])
    expect((await page(`q=${reference}`)).ids).toEqual([id])
    expect((await page(`q=${id}&status=pending`)).ids).toEqual([id])
    expect((await page(`q=${id}&status=paid`)).ids).toEqual([])
  })
})

describe('GET /api/receipts/{id}', () => {
  test('behavior: returns the receipt without an envelope', async () => {
    const receipt = await get(await makeReceipt(service.program))
    expect(receipt).toMatchObject({
      totalUsd: 25,
      currency: 'USD',
      brandName: 'Notch & Bean',
      status: 'pending',
      createdAt: expect.any(Number),
      jurisdictionCode: null,
      taxRate: 0,
      taxComponents: [],
      transactionHash: null,
      transactionId: null,
      metadata: null,
      billingAddress: null,
    })
  })

  test("error: returns 404 for an unknown receipt and for another merchant's", async () => {
    const id = await makeReceipt(service.otherProgram)
    expect(errorOf(await service.program(`GET /api/receipts/${id}`))).toBe('404 not_found')
    const unknown = unique('receipt')
    expect(errorOf(await service.program(`GET /api/receipts/${unknown}`))).toBe('404 not_found')
  })
})
