// @module-tag slow
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  raceCreates,
  sumsProperty,
} from '../../../src/features/receipts/create/create-receipt.properties.js'
import { aMember, aSeller, type Seller } from '../../fixtures/seller.js'
import { createTestApp, type TestApp } from '../../harness.js'

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

describe('POST /api/receipts, again', () => {
  const other = { lineItems: [{ label: 'Cup', priceUsd: 9 }], totalUsd: 9 }
  const post = (seller: Seller, fields: object) => seller.act('/api/receipts/status', fields)
  /** Returns the call that creates a receipt as a new cashier. */
  async function aCashier({ wallet }: Seller) {
    const { headers } = await aMember(app, { merchant: wallet, role: 'cashier' })
    return async (payload: object) => {
      const request = { method: 'POST', url: `${url}?wallet=${wallet}`, headers, payload } as const
      return (await app.inject(request)).statusCode
    }
  }

  test('error: a cashier cannot replace a receipt that another person or key created', async () => {
    const seller = await aSeller(app)
    await created(seller, legacy())
    await seller.act(url, legacy({ id: 'r-2' }))
    const cashier = await aCashier(seller)
    const colleague = await aCashier(seller)
    expect(await colleague(legacy({ id: 'r-3' }))).toBe(201)
    for (const id of ['r-1', 'r-2', 'r-3']) {
      expect(await cashier(legacy({ id, ...other }))).toBe(403)
      expect(await cashier(legacy({ id }))).toBe(403)
      expect(await shown(seller, id)).toMatchObject({ totalUsd: 4.5 })
    }
  })

  test('behavior: a cashier can replace their own receipt until a manager replaces it', async () => {
    const seller = await aSeller(app)
    const cashier = await aCashier(seller)
    expect(await cashier(legacy())).toBe(201)
    expect(await cashier(legacy(other))).toBe(201)
    expect(await shown(seller)).toMatchObject({ totalUsd: 9 })
    expect((await seller.act(url, legacy())).statusCode).toBe(201)
    expect(await cashier(legacy(other))).toBe(403)
    expect(await shown(seller)).toMatchObject({ totalUsd: 4.5 })
  })

  test('behavior: the audit log records both totals of a replaced receipt', async () => {
    const seller = await aSeller(app)
    await created(seller, legacy())
    await created(seller, legacy(other))
    const audit = { url: '/api/audit?action=receipt.replaced', headers: seller.owner.headers }
    expect((await app.inject(audit)).json().entries).toMatchObject([
      {
        actor: seller.keyId,
        target: 'r-1',
        before: { totalUsd: 4.5 },
        after: { totalUsd: 9 },
      },
    ])
  })

  test('default: changes nothing for the same bill in dollars', async () => {
    const seller = await aSeller(app)
    const body = legacy({ metadata: { b: 1, a: 2 }, billingFirstName: 'Ada' })
    const first = await created(seller, body)
    const before = await shown(seller)
    app.ctx.clock.advance(1_000)
    expect(await created(seller, body)).toEqual(first)
    expect(await shown(seller)).toEqual(before)
  })

  test('behavior: keeps the deposit address of the first bill, even in another installation', async () => {
    const seller = await aSeller(app)
    await created(seller, legacy())
    const addresses = async () => {
      const { rows } = await app.ctx.db.query<{ address: string }>(
        'select address from deposits where merchant = $1 and receipt_id = $2',
        [seller.wallet, 'r-1'],
      )
      return rows.map(({ address }) => address)
    }
    const before = await addresses()
    const elsewhere = await app.sibling({ INSTALLATION_ID: 'another' })
    const { headers } = seller
    for (const payload of [legacy(other), legacy({ id: 'r-2' })]) {
      await elsewhere.inject({ method: 'POST', url, headers, payload })
    }
    expect(await shown(seller)).toMatchObject({ totalUsd: 9 })
    expect(await addresses()).toEqual(before)
    const { rows } = await app.ctx.db.query(
      'select id, installation_id from receipts where merchant = $1 order by id',
      [seller.wallet],
    )
    expect(rows).toEqual([
      { id: 'r-1', installation_id: await app.ctx.installationId() },
      { id: 'r-2', installation_id: 'another' },
    ])
  })

  test('behavior: replaces the bill with another one in dollars', async () => {
    const seller = await aSeller(app)
    await created(seller, legacy({ webhook_url: 'https://a.example/1', reference: 'x' }))
    const { createdAt } = await shown(seller)
    app.ctx.clock.advance(1_000)
    await created(seller, legacy(other))
    expect(await shown(seller)).toMatchObject({
      totalUsd: 9,
      lineItems: [{ label: 'Cup', priceUsd: 9 }],
      webhookUrl: null,
      transactionId: null,
      createdAt,
      updatedAt: createdAt + 1_000,
      timeline: [
        { status: 'pending', previousStatus: null },
        { status: 'pending', previousStatus: 'pending', note: 'replaced', by: seller.keyId },
      ],
    })
    expect(await countOf(seller)).toBe(1)
  })

  test('behavior: replaces a receipt whose page was opened', async () => {
    const seller = await aSeller(app)
    await created(seller, legacy())
    await seller.post('/api/receipts/status', { receiptId: 'r-1', status: 'link_opened' })
    await created(seller, legacy())
    expect(await shown(seller)).toMatchObject({ status: 'link_opened' })
    await created(seller, legacy(other))
    expect(await shown(seller)).toMatchObject({ status: 'pending', totalUsd: 9 })
  })

  test('behavior: makes a failed receipt pending again', async () => {
    const seller = await aSeller(app)
    await created(seller, legacy())
    await post(seller, { receiptId: 'r-1', status: 'failed' })
    await created(seller, legacy())
    const receipt = await shown(seller)
    expect(receipt).toMatchObject({ status: 'pending', marked: false })
    expect(receipt).not.toHaveProperty('failureCode')
  })

  test('behavior: repeats the response of a native receipt for the same idempotency key', async () => {
    const seller = await aSeller(app)
    const key = { 'idempotency-key': 'k-1' }
    const first = await seller.post(url, native(), key)
    const repeatedResponse = await seller.post(url, native(), key)
    expect([first.statusCode, repeatedResponse.statusCode]).toEqual([201, 201])
    expect(repeatedResponse.json()).toEqual(first.json())
    const changed = await seller.post(url, native({ total: 10 }), key)
    expect(changed.json()).toMatchObject({ error: 'idempotency_conflict' })
  })

  test.each([
    ['the same native receipt', native(), native()],
    ['another native one', native(), native({ lineItems: [{ label: 'a', amount: 1 }] })],
    ['native dollars', native({ currency: 'USD' }), native({ currency: 'USD' })],
    ['dollars in place of a native receipt', native(), legacy()],
    ['a native receipt in place of dollars', legacy(), native()],
  ])('error: %s', async (_name, first, second) => {
    const seller = await aSeller(app)
    await created(seller, first)
    const before = await shown(seller)
    expect(await refusal(seller, second)).toEqual([409, 'conflict'])
    expect(await shown(seller)).toEqual(before)
  })

  test('error: returns conflict for a paid receipt, even with the same body', async () => {
    const seller = await aSeller(app)
    await created(seller, legacy())
    await post(seller, { receiptId: 'r-1', status: 'paid' })
    expect(await refusal(seller, legacy())).toEqual([409, 'conflict'])
    expect(await refusal(seller, legacy(other))).toEqual([409, 'conflict'])
  })

  test('error: returns conflict for the id of an order', async () => {
    const seller = await aSeller(app, { items: [{ sku: 'T', name: 'Tea', priceUsd: 4.5 }] })
    const ordered = await seller.post('/api/orders', { items: [{ sku: 'T', qty: 1 }] })
    const { receiptId: id } = ordered.json().receipt
    expect(await refusal(seller, legacy({ id }))).toEqual([409, 'conflict'])
  })

  test('error: reports an invalid body before a conflict', async () => {
    const seller = await aSeller(app)
    await created(seller, native())
    expect(await refusal(seller, native({ total: 1 }))).toEqual([400, 'invalid_input'])
  })
})

describe('POST /api/receipts, at once', () => {
  test('behavior: concurrent requests with one id create one receipt', {
    timeout: 60_000,
  }, async () => {
    expect(await raceCreates(await aSeller(app), { rounds: 25, racers: 8 })).toEqual([])
  })

  test('behavior: concurrent requests with the same bill create one receipt', async () => {
    const seller = await aSeller(app)
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => seller.post(url, legacy())),
    )
    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([201]))
    expect((await shown(seller)).timeline).toHaveLength(1)
  })

  test('property: lines sum to totals in both currencies', { timeout: 60_000 }, async () => {
    await fc.assert(sumsProperty(app, await aSeller(app)), { seed: 5, numRuns: 150 })
  })
})
