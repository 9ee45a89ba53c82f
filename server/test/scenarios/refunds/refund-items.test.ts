// @module-tag slow
import { generatePrivateKey } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '../../../src/lib/time.js'
import { aWallet } from '../../fixtures/factories.js'
import { aSeller, type Seller } from '../../fixtures/seller.js'
import { createTestApp, type TestApp } from '../../harness.js'
import { signIn } from '../../sign-in.js'

let app: TestApp
let seller: Seller
beforeAll(async () => {
  app = await createTestApp()
  const items = [
    { sku: 'A', name: 'Item A', priceUsd: 100 },
    { sku: 'B', name: 'Item B', priceUsd: 100, taxable: false },
    { sku: 'C', name: 'Item C', priceUsd: 3.33 },
    { sku: 'E', name: 'Brot', price: 100, currency: 'EUR' },
    { sku: 'F', name: 'Buch', price: 100, currency: 'EUR', taxable: false },
  ]
  seller = await aSeller(app, { items })
})
afterAll(() => app.close())

const buyer = aWallet()
const both = [
  { sku: 'A', qty: 1 },
  { sku: 'B', qty: 1 },
]
const taxRate = 0.2

type Sold = { receiptId: string; totalUsd: number; lineItems: { lineId?: string }[] }

async function paid(receipt: Sold): Promise<Sold> {
  const { receiptId } = receipt
  const marked = await seller.act('/api/receipts/status', { receiptId, status: 'paid' })
  expect(marked.statusCode, marked.body).toBe(200)
  return receipt
}

async function anOrder(fields: object = {}): Promise<Sold> {
  const response = await seller.post('/api/orders', { items: both, taxRate, ...fields })
  expect(response.statusCode, response.body).toBe(200)
  return paid(response.json().receipt)
}

async function aTerminalSale(fields: object): Promise<Sold> {
  const body = { items: both, taxRate, ...fields }
  const response = await seller.act('/api/receipts/terminal', body)
  expect(response.statusCode, response.body).toBe(200)
  return paid(response.json().receipt)
}

async function plan({ receiptId }: Sold, fields: object) {
  const response = await seller.act('/api/receipts/refund/plan', { receiptId, ...fields })
  const { plan: planned, error } = response.json()
  return error ?? [planned.usd, planned.tax, planned.fee]
}

async function refund({ receiptId }: Sold, fields: object) {
  const response = await seller.act('/api/receipts/refund', { receiptId, buyer, ...fields })
  return response.json().error ?? response.json().ok
}

async function shown({ receiptId }: Sold) {
  return (await seller.get(`/api/receipts/${receiptId}`)).json()
}

const named = (label: string) => ({ items: [{ label, priceUsd: 100, qty: 1 }] })
const bySku = (sku: string, qty?: number) => ({ items: [{ sku, ...(qty && { qty }) }] })

describe('refunds of items', () => {
  test('default: an item gets its own tax and fee', async () => {
    const sale = await anOrder()
    expect(sale.totalUsd).toBe(221.1)
    expect(await plan(sale, named('Item B'))).toEqual([100.5, 0, 0.5])
    expect(await plan(sale, named('Item A'))).toEqual([120.6, 20, 0.6])
    expect(await plan(sale, { items: both })).toEqual([221.1, 20, 1.1])
  })

  test('behavior: an item gets its part of a discount', async () => {
    const sale = await aTerminalSale({ discountUsd: 100 })
    expect(await plan(sale, named('Item B'))).toEqual([50.25, 0, 0.25])
    expect(await plan(sale, named('Item A'))).toEqual([60.3, 10, 0.3])
  })

  test('behavior: refunds a tip only when it is named', async () => {
    const sale = await aTerminalSale({ tipUsd: 50 })
    expect(await plan(sale, named('Item A'))).toEqual([120.6, 20, 0.6])
    expect(await plan(sale, { items: [{ label: 'Tip' }] })).toEqual([50, 0, 0])
    expect(await refund(sale, { usd: 221.1 })).toBe(true)
    expect(await plan(sale, { items: [{ label: 'Tip' }] })).toEqual([50, 0, 0])
    expect(await plan(sale, {})).toEqual([50, 0, 0])
  })

  test('behavior: refunds items of a receipt in euros in dollars', async () => {
    const items = [
      { sku: 'E', qty: 1 },
      { sku: 'F', qty: 1 },
    ]
    const sale = await anOrder({ items })
    expect(sale).toMatchObject({ currency: 'EUR', total: 221.1, totalUsd: 238.79 })
    const [first, second] = [await plan(sale, bySku('E')), await plan(sale, bySku('F'))]
    expect(first[0] + second[0]).toBeCloseTo(238.79, 8)
    expect([first[1], second[1]]).toEqual([21.6, 0])
    expect(await refund(sale, bySku('E'))).toBe(true)
    expect(await plan(sale, {})).toEqual(second)
  })

  test('behavior: names a line by lineId, itemId, sku or label', async () => {
    const sale = await anOrder()
    expect(sale.lineItems.map(({ lineId }) => lineId)).toEqual(['l1', 'l2', undefined, undefined])
    const names = [{ lineId: 'l2' }, { itemId: seller.ids['B'] }, { sku: 'B' }, { label: 'Item B' }]
    for (const name of names) {
      expect(await plan(sale, { items: [name] }), JSON.stringify(name)).toEqual([100.5, 0, 0.5])
    }
    expect((await shown(sale)).lineItems).toEqual(sale.lineItems)
  })

  test('behavior: refunds no item twice', async () => {
    const sale = await anOrder()
    expect(await refund(sale, { ...named('Item B'), usd: 100.5 })).toBe(true)
    expect(await plan(sale, named('Item B'))).toBe('invalid_usd')
    expect(await refund(sale, { ...named('Item B'), usd: 100.5 })).toBe('invalid_usd')
    expect(await refund(sale, named('Item A'))).toBe(true)
    expect(await shown(sale)).toMatchObject({ status: 'refunded', refundedUsd: 221.1 })
  })

  test('behavior: of concurrent refunds of a line only one succeeds', async () => {
    const sale = await anOrder()
    const input = { ...named('Item B'), usd: 100.5 }
    const results = await Promise.all(Array.from({ length: 4 }, () => refund(sale, input)))
    expect(results.toSorted()).toEqual([...Array.from({ length: 3 }, () => 'invalid_usd'), true])
    expect(await shown(sale)).toMatchObject({ refundedUsd: 100.5 })
  })

  test('behavior: the last unit takes the rest', async () => {
    const sale = await anOrder({ items: [{ sku: 'C', qty: 3 }] })
    // 9.99, tax 2.00 and fee 0.06.
    expect(sale.totalUsd).toBe(12.05)
    expect(await plan(sale, bySku('C', 1))).toEqual([4.01, 0.66, 0.02])
    expect(await plan(sale, bySku('C', 4))).toBe('invalid_usd')
    expect(await refund(sale, bySku('C', 2))).toBe(true)
    expect(await plan(sale, bySku('C', 2))).toBe('invalid_usd')
    expect(await plan(sale, bySku('C', 1))).toEqual([4.02, 0.67, 0.02])
    expect(await refund(sale, bySku('C', 1))).toBe(true)
    expect(await shown(sale)).toMatchObject({ status: 'refunded' })
  })

  test('behavior: a refund by amount takes from every line', async () => {
    const sale = await anOrder()
    expect(await plan(sale, { usd: 22.11 })).toEqual([22.11, 2, 0.11])
    expect(await refund(sale, { usd: 22.11 })).toBe(true)
    expect(await plan(sale, bySku('B'))).toEqual([90.45, 0, 0.45])
    expect(await plan(sale, bySku('A'))).toEqual([108.54, 18, 0.54])
  })

  test('behavior: refunds a part of the price of a line without a quantity', async () => {
    const lineItems = [
      { label: 'Lunch', priceUsd: 25 },
      { label: 'Tax', priceUsd: 5 },
      { label: 'Voucher', priceUsd: -3 },
    ]
    const id = `direct-${app.ctx.newId('rcpt')}`
    const body = { id, lineItems, totalUsd: 27 }
    expect((await seller.post('/api/receipts', body)).statusCode).toBe(201)
    const sale = await paid({ receiptId: id, totalUsd: 27, lineItems: [] })
    expect(await plan(sale, { items: [{ label: 'Lunch', priceUsd: 10, qty: 1 }] })).toEqual([
      9, 0, 0,
    ])
    expect(await plan(sale, { items: [{ label: 'Tax' }] })).toEqual([4.5, 0, 0])
    expect(await plan(sale, { items: [{ label: 'Voucher' }] })).toBe('invalid_input')
  })

  test.each([
    ['an item that was not sold', { items: [{ sku: 'C' }] }, 'invalid_input'],
    ['an unknown line', { items: [{ lineId: 'l9' }] }, 'invalid_input'],
    ['the tax line', { items: [{ label: 'Tax' }] }, 'invalid_input'],
    ['an entry without a name', { items: [{ priceUsd: 1 }] }, 'invalid_input'],
    ['an item on two lines', { items: [{ label: 'Item A' }] }, 'invalid_input'],
    ['another amount', { ...bySku('B'), usd: 100 }, 'invalid_usd'],
    ['an item named twice', { items: [{ sku: 'B' }, { sku: 'B' }] }, 'invalid_usd'],
    ['a negative price', { items: [{ label: 'Item B', priceUsd: -1 }] }, 'invalid_usd'],
  ])('error: %s', async (_name, fields, error) => {
    const sale = await anOrder({ items: [...both, { sku: 'A', qty: 2 }] })
    expect(await plan(sale, fields)).toBe(error)
    expect(await refund(sale, fields)).toBe(error)
    expect(await shown(sale)).toMatchObject({ refunds: [] })
  })

  test('error: the message names the item', async () => {
    const { receiptId } = await anOrder()
    const body = { receiptId, items: [{ label: 'Lamp' }] }
    const response = await seller.act('/api/receipts/refund/plan', body)
    expect(response.json().message).toContain('Lamp')
  })
})

describe('tax of refunds', () => {
  test('default: reduces the tax report in the period of the refund', async () => {
    const privateKey = generatePrivateKey()
    const items = [{ sku: 'A', name: 'Item A', priceUsd: 100 }]
    const newSeller = await aSeller(app, { items, privateKey })
    const order = { items: [{ sku: 'A', qty: 2 }], jurisdictionCode: 'US-CA' }
    const { receiptId } = (await newSeller.post('/api/orders', order)).json().receipt
    await newSeller.act('/api/receipts/status', { receiptId, status: 'paid' })
    const soldAt = app.ctx.now()
    app.ctx.clock.advance(DAY_MS)
    const refundedAt = app.ctx.now()
    const { headers } = await signIn(app, { privateKey })
    const act = (url: string, payload: object) =>
      app.inject({ method: 'POST', url, headers, payload })
    const send = (fields: object) => act('/api/receipts/refund', { receiptId, buyer, ...fields })
    expect((await send(bySku('A', 1))).json()).toEqual({ ok: true })
    const query = `from=${soldAt}&to=${refundedAt}&period=day`
    const { rows, totals } = (await newSeller.get(`/api/reports/tax?${query}`)).json()
    // 7.25 % of 100.00, as 6 % and 1.25 %.
    expect(rows).toMatchObject([
      { jurisdictionCode: 'US-CA', tax: 14.5, refundedTax: 0, components: { state: 12 } },
      {
        jurisdictionCode: 'US-CA',
        tax: -7.25,
        refundedTax: 7.25,
        components: { state: -6, county: -1.25 },
      },
    ])
    expect(totals).toMatchObject({ tax: 7.25, refundedTax: 7.25 })

    expect((await send({ usd: 10.78 })).json()).toEqual({ ok: true })
    const part = (await newSeller.get(`/api/reports/tax?${query}`)).json().totals
    expect(part).toMatchObject({ tax: 6.52, refundedTax: 7.98 })
    await act('/api/receipts/status', { receiptId, status: 'refunded' })
    const after = (await newSeller.get(`/api/reports/tax?${query}`)).json().totals
    expect(after).toMatchObject({ tax: 0, refundedTax: 14.5, components: { state: 0, county: 0 } })
    const { balanced } = (await newSeller.get('/api/ledger/trial-balance')).json()
    expect(balanced).toBe(true)
  })
})
