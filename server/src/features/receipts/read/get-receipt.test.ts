import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDeveloper } from '../../../../test/fixtures/factories.js'
import { aSeller, type Seller } from '../../../../test/fixtures/seller.js'
import { createTestApp, type TestApp } from '../../../../test/harness.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

async function create(seller: Seller, id = 'r-1'): Promise<void> {
  const lineItems = [{ label: 'Tea', priceUsd: 4.5 }]
  const response = await seller.post('/api/receipts', { id, lineItems, totalUsd: 4.5 })
  expect(response.statusCode, response.body).toBe(201)
}

const get = (seller: Seller, id: string) => seller.get(`/api/receipts/${id}`)
const statusOf = (seller: Seller, query: string) => seller.get(`/api/receipts/status${query}`)

describe('GET /api/receipts/{id}', () => {
  test('default: returns the receipt without a wrapper', async () => {
    const seller = await aSeller(app)
    await create(seller)
    const response = await get(seller, 'r-1')
    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({ receiptId: 'r-1', totalUsd: 4.5, status: 'pending' })
    expect(response.headers['x-correlation-id']).toBeTruthy()
  })

  test("behavior: returns not_found for another merchant's receipt", async () => {
    const [seller, other] = [await aSeller(app), await aSeller(app)]
    await create(other, 'theirs')
    const responses = await Promise.all(['theirs', 'missing'].map((id) => get(seller, id)))
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([404, 404])
    const [otherError, missing] = responses.map((response) => response.json())
    expect(otherError).toEqual({ error: 'not_found', message: expect.any(String) })
    expect(otherError).toEqual(missing)
  })

  test('behavior: ids are case-sensitive', async () => {
    const seller = await aSeller(app)
    await create(seller, 'Tea')
    expect((await get(seller, 'tea')).statusCode).toBe(404)
  })

  test('error: refuses a key without the scope, and a request without authentication', async () => {
    const { apiKey } = await aDeveloper(app.ctx, { scopes: ['receipts:write'] })
    const headers = { 'x-api-key': apiKey }
    expect((await app.inject({ url: '/api/receipts/r-1', headers })).statusCode).toBe(403)
    expect((await app.inject('/api/receipts/r-1')).statusCode).toBe(401)
  })
})

describe('GET /api/receipts/status', () => {
  test('default', async () => {
    const seller = await aSeller(app)
    await create(seller)
    const response = await statusOf(seller, '?receiptId=r-1')
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({
      id: 'r-1',
      status: 'pending',
      paymentStatus: 'pending',
      transactionHash: null,
      currency: 'USDC',
      amount: 4.5,
    })
  })

  test('behavior: returns the status and its payment status', async () => {
    const seller = await aSeller(app)
    await create(seller)
    await seller.post('/api/receipts/status', { receiptId: 'r-1', status: 'link_opened' })
    expect((await statusOf(seller, '?receiptId=r-1')).json()).toMatchObject({
      status: 'link_opened',
      paymentStatus: 'pending',
    })
    await seller.act('/api/receipts/status', { receiptId: 'r-1', status: 'paid' })
    expect((await statusOf(seller, '?receiptId=r-1')).json()).toMatchObject({
      status: 'paid',
      paymentStatus: 'recipient_validated',
    })
  })

  test('behavior: returns the payment token once it paid', async () => {
    const seller = await aSeller(app, { config: { payments: { defaultPaymentToken: 'USDT' } } })
    await create(seller)
    expect((await statusOf(seller, '?receiptId=r-1')).json()).toMatchObject({ currency: 'USDT' })
    const hash = `0x${'cd'.repeat(32)}`
    await app.ctx.db.query(
      `update receipts set status = 'paid', payment_token = 'USDC', transaction_hash = $2,
         transaction_at = 1
       where merchant = $1`,
      [seller.wallet, hash],
    )
    expect((await statusOf(seller, '?receiptId=r-1')).json()).toMatchObject({
      currency: 'USDC',
      amount: 4.5,
      transactionHash: hash,
    })
    expect((await get(seller, 'r-1')).json()).toMatchObject({
      transactionHash: hash,
      transactionTimestamp: 1,
    })
  })

  test('behavior: a manual payment counts as dollars', async () => {
    const seller = await aSeller(app, { config: { payments: { defaultPaymentToken: 'USDT' } } })
    await create(seller)
    await seller.act('/api/receipts/status', { receiptId: 'r-1', status: 'paid' })
    expect((await statusOf(seller, '?receiptId=r-1')).json()).toMatchObject({
      currency: 'USDC',
      amount: 4.5,
    })
  })

  test('behavior: returns the failure of a failed receipt', async () => {
    const seller = await aSeller(app)
    await create(seller)
    const failureCode = 'PORTAL_PAY_EXPIRED_CARD'
    await seller.act('/api/receipts/status', { receiptId: 'r-1', status: 'failed', failureCode })
    const failure = {
      failureCode,
      failureCategory: 'card_decline',
      failureReason: 'The card has expired.',
      failureAction: 'Ask the buyer to use a valid card.',
    }
    expect((await statusOf(seller, '?receiptId=r-1')).json()).toEqual({
      id: 'r-1',
      status: 'failed',
      paymentStatus: 'failed',
      transactionHash: null,
      currency: 'USDC',
      amount: 4.5,
      ...failure,
    })
    expect((await get(seller, 'r-1')).json()).toMatchObject(failure)
  })

  test.each(['', '?receiptId=', '?receiptid=r-1'])(
    'error: returns missing_receipt_id for "%s"',
    async (query) => {
      const response = await statusOf(await aSeller(app), query)
      expect([response.statusCode, response.json().error]).toEqual([400, 'missing_receipt_id'])
    },
  )

  test('error: returns not_found for an unknown or foreign receipt', async () => {
    const [seller, other] = [await aSeller(app), await aSeller(app)]
    await create(other)
    for (const id of ['r-1', 'r-2', 'x'.repeat(500)]) {
      const response = await statusOf(seller, `?receiptId=${id}`)
      expect([response.statusCode, response.json().error]).toEqual([404, 'not_found'])
    }
  })

  test('error: returns 403 for a key without the scope', async () => {
    const { apiKey } = await aDeveloper(app.ctx, { scopes: [] })
    const headers = { 'x-api-key': apiKey }
    const response = await app.inject({ url: '/api/receipts/status?receiptId=r-1', headers })
    expect(response.statusCode).toBe(403)
  })
})
