import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCsvParser } from '../../../src/lib/parse-csv.js'
import { aMember, aSeller, type Seller } from '../../fixtures/seller.js'
import { createTestApp, type TestApp } from '../../harness.js'

let app: TestApp
let seller: Seller
beforeAll(async () => {
  app = await createTestApp()
  seller = await aSeller(app)
  await create('INV-1', 'Blue teapot', { orderId: 'A-77', billingEmail: 'Ada@Example.com' })
  await create('INV-2', 'Green teapot', { orderId: 'B-77' }, 20)
  await create('inv-10', 'Cup, blue', { onrampEmail: 'bob@example.com' }, 300)
  // Another merchant's receipt with the same words is never found.
  await create('INV-1', 'Blue teapot', { orderId: 'A-77' }, 10, await aSeller(app))
})
afterAll(() => app.close())

async function create(id: string, label: string, fields: object, usd = 10, by = seller) {
  app.ctx.clock.advance(1_000)
  const body = { id, lineItems: [{ label, priceUsd: usd }], totalUsd: usd, ...fields }
  const response = await by.post('/api/receipts', body)
  expect(response.statusCode, response.body).toBe(201)
}

async function find(query: Record<string, string>, by = seller): Promise<string[]> {
  const response = await by.get(`/api/receipts?${new URLSearchParams(query)}`)
  expect(response.statusCode, response.body).toBe(200)
  return response.json().receipts.map(({ receiptId }: { receiptId: string }) => receiptId)
}

async function change(id: string, columns: string): Promise<void> {
  await app.ctx.db.query(`update receipts set ${columns} where merchant = $1 and id = $2`, [
    seller.wallet,
    id,
  ])
}

describe('GET /api/receipts with a search', () => {
  test.each([
    ['an id', 'INV-1', ['INV-1']],
    ['the beginning of ids', 'INV', ['INV-2', 'INV-1']],
    ['the beginning of a reference', 'A-', ['INV-1']],
    ['an e-mail address, in any case', 'ada@EXAMPLE.com', ['INV-1']],
    ['the e-mail address for the onramp', 'bob@example.com', ['inv-10']],
    ['a word of a label', 'teapot', ['INV-2', 'INV-1']],
    ['words in any order and case', 'TEAPOT blue', ['INV-1']],
    ['a word before punctuation', 'cup', ['inv-10']],
    ['no part of a word', 'tea', []],
    ['no label of a charge', 'processing', []],
    ['no words', '-', []],
    ['the middle of an id', 'NV-1', []],
    ['wildcards', '%', []],
  ])('default: finds %s', async (_name, q, ids) => {
    expect(await find({ q })).toEqual(ids)
  })

  test('behavior: the wallet of the merchant is no word of its labels', async () => {
    expect(await find({ q: seller.wallet })).toEqual([])
  })

  test('behavior: finds words of comments, for those who may read them', async () => {
    const merchant = seller.wallet
    const comment = (id: string, text: string) =>
      seller.post(`/api/receipts/${id}/comments`, { text })
    expect((await comment('INV-2', 'Refund by Friday')).statusCode).toBe(201)
    expect((await comment('INV-2', 'Parcel lost')).statusCode).toBe(201)
    expect(await find({ q: 'FRIDAY refund' })).toEqual(['INV-2'])
    // All words of one comment are needed, and the wallet is not among them.
    expect(await find({ q: 'friday parcel' })).toEqual([])
    expect(await find({ q: merchant })).toEqual([])

    const sold = { lineItems: [{ label: 'Spoon', priceUsd: 2 }], totalUsd: 2, id: 'own-1' }
    const cashier = await aMember(app, { merchant, role: 'cashier' })
    const call = (method: 'GET' | 'POST', url: string, payload?: object) =>
      app.inject({ method, url, headers: cashier.headers, ...(payload && { payload }) })
    expect((await call('POST', `/api/receipts?wallet=${merchant}`, sold)).statusCode).toBe(201)
    expect((await comment('own-1', 'Suspicious cashier')).statusCode).toBe(201)
    expect(await find({ q: 'suspicious' })).toEqual(['own-1'])
    const own = await call('GET', `/api/receipts?wallet=${merchant}&q=suspicious`)
    expect(own.json().receipts).toEqual([])
    const all = await call('GET', `/api/receipts?wallet=${merchant}`)
    expect(all.json().receipts).toHaveLength(1)
  })

  test('behavior: combines with amounts, times and pages', async () => {
    expect(await find({ minUsd: '20' })).toEqual(['inv-10', 'INV-2'])
    expect(await find({ minUsd: '10.01', maxUsd: '20', q: 'teapot' })).toEqual(['INV-2'])
    const first = (await seller.get('/api/receipts?q=teapot&limit=1')).json()
    expect(first.receipts).toHaveLength(1)
    expect(await find({ q: 'teapot', limit: '1', cursor: first.nextCursor })).toEqual(['INV-1'])
    const to = String(first.receipts[0].createdAt - 1)
    expect(await find({ q: 'teapot', to })).toEqual(['INV-1'])
  })

  test('behavior: follows a replaced bill', async () => {
    const other = await aSeller(app)
    await create('a', 'Lamp', {}, 5, other)
    await create('a', 'Chair', {}, 6, other)
    expect([await find({ q: 'lamp' }, other), await find({ q: 'chair' }, other)]).toEqual([
      [],
      ['a'],
    ])
  })

  test('behavior: finds what needs attention', async () => {
    const other = await aSeller(app, { items: [{ sku: 'T', name: 'Tea', priceUsd: 4 }] })
    const all = async () =>
      Object.fromEntries(
        await Promise.all(
          ['oversold', 'late', 'overpaid', 'underpaid', 'mismatch', 'refund_due'].map(
            async (flag) => [flag, await find({ flag })],
          ),
        ),
      )
    const none = {
      oversold: [],
      late: [],
      overpaid: [],
      underpaid: [],
      mismatch: [],
      refund_due: [],
    }
    expect(await all()).toEqual(none)
    await change('INV-1', `status = 'completed', mismatch = 'over'`)
    await change('INV-2', `status = 'completed', mismatch = 'late'`)
    await change('inv-10', `status = 'refund_requested'`)
    await app.ctx.db.query(
      `insert into oversold_items (merchant, receipt_id, item_id, qty) values ($1, 'INV-2', $2, 1)`,
      [seller.wallet, other.ids['T']],
    )
    expect(await all()).toEqual({
      ...none,
      oversold: ['INV-2'],
      late: ['INV-2'],
      overpaid: ['INV-1'],
      mismatch: ['INV-2', 'INV-1'],
      refund_due: ['inv-10'],
    })
    await change('INV-2', `register_id = 'reg_1'`)
    expect(await find({ registerId: 'reg_1' })).toEqual(['INV-2'])
    expect(await find({ flag: 'action' })).toEqual(['inv-10'])
    const paid = ['inv-10', 'INV-2', 'INV-1']
    const waiting = await find({ flag: 'waiting' })
    expect(waiting.filter((id) => paid.includes(id))).toEqual([])
    expect(waiting.length + paid.length).toBe((await find({})).length)
  })

  test('behavior: finds part payments, and money to return when the receipt has failed', async () => {
    await create('PART-1', 'Part', {})
    await app.ctx.db.query(
      `with posting as (
         insert into ledger_postings (merchant, key, kind, at, receipt_id)
         values ($1, 'payment:part-1', 'payment', 1, 'PART-1')
       )
       insert into ledger_entries (merchant, posting_key, seq, account, asset, units, usd_micros)
       values ($1, 'payment:part-1', 1, 'clearing', 'USDC', 4000000, 4000000),
         ($1, 'payment:part-1', 2, 'customer_credit', 'USDC', -4000000, -4000000)`,
      [seller.wallet],
    )
    const flagged = async () => [
      await find({ flag: 'underpaid' }),
      await find({ flag: 'refund_due', q: 'PART' }),
    ]
    expect(await flagged()).toEqual([['PART-1'], []])
    await change('PART-1', `status = 'failed'`)
    expect(await flagged()).toEqual([['PART-1'], ['PART-1']])
  })

  test.each([
    ['flag', 'late,over'],
    ['minUsd', 'ten'],
    ['maxUsd', '-1'],
    ['minUsd', '1.001'],
  ])('error: %s=%s', async (name, value) => {
    const response = await seller.get(`/api/receipts?${name}=${value}`)
    expect([response.statusCode, response.json().error]).toEqual([400, 'invalid_input'])
  })
})

describe('GET /api/receipts/export', () => {
  const exported = async (by: Seller, query = '') => {
    const response = await by.get(`/api/receipts/export${query}`)
    expect(response.statusCode, response.body).toBe(200)
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(response.headers['content-disposition']).toBe('attachment; filename="receipts.csv"')
    return response.body
  }

  test('default: has the receipts that match, newest first', async () => {
    const other = await aSeller(app)
    await create('a', 'Tea', { orderId: 'R-1', billingEmail: 'ada@example.com' }, 12.5, other)
    await create('b', 'Cup', {}, 3, other)
    const parsed = createCsvParser({ maxRows: 9, maxColumns: 99, maxRowLength: 9_999 }).push(
      await exported(other),
    )
    if ('problem' in parsed) throw new Error(parsed.problem)
    const [names = [], ...rows] = parsed.rows.map(({ cells }) => cells)
    expect(rows.map(([id]) => id)).toEqual(['b', 'a'])
    const [, row = []] = rows
    const fields = Object.fromEntries(names.map((name, index) => [name, row[index]]))
    expect(fields).toMatchObject({
      receiptId: 'a',
      transactionId: 'R-1',
      kind: 'direct',
      status: 'pending',
      currency: 'USD',
      totalUsd: '12.5',
      items: 'Tea',
      buyerEmail: 'ada@example.com',
    })
    expect((await exported(other, '?q=cup')).split('\r\n')).toHaveLength(3)
  })

  test('behavior: formulas in labels stay text', async () => {
    const other = await aSeller(app)
    await create('a', '=HYPERLINK("https://evil.example")', { orderId: '+1' }, 1, other)
    const file = await exported(other)
    expect(file).toContain(`'=HYPERLINK`)
    expect(file).toContain(`,'+1,`)
  })

  test('error: refuses invalid filters, keys without the scope, and the id export', async () => {
    expect((await seller.get('/api/receipts/export?flag=x')).statusCode).toBe(400)
    expect((await app.inject('/api/receipts/export')).statusCode).toBe(401)
    const body = { id: 'export', lineItems: [{ label: 'Tea', priceUsd: 1 }], totalUsd: 1 }
    expect((await seller.post('/api/receipts', body)).statusCode).toBe(400)
  })
})
