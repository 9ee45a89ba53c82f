import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aSeller, type Seller } from '../../../../test/fixtures/seller.js'
import { createTestApp, type TestApp } from '../../../../test/harness.js'
import { placeOrder } from './place-order.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const item = (fields: object = {}) => ({ sku: 'T', name: 'Tea', priceUsd: 1, ...fields })
const order = { items: [{ sku: 'T', qty: 1 }] }

const place = ({ wallet: merchant }: Seller, id: string, body: object = order) =>
  placeOrder(app.ctx, { merchant, id, by: 'test', keyId: null, body })

describe('placeOrder', () => {
  test('behavior: returns the same receipt for the same id, even when it holds the last stock', async () => {
    const seller = await aSeller(app, { items: [item({ stockQty: 1 })] })
    const first = await place(seller, 'rcpt_1')
    const repeatedReceipt = await place(seller, 'rcpt_1')
    expect(repeatedReceipt).toEqual(first)
    const [shown] = (await seller.get('/api/inventory')).json().items
    expect(shown).toMatchObject({ stockQty: 1, reservedQty: 1 })
    await expect(place(seller, 'rcpt_2')).rejects.toMatchObject({ code: 'insufficient_stock' })
  })

  test('behavior: reports an invalid body before unknown items', async () => {
    const seller = await aSeller(app, { hasSplit: false })
    const unknown = { items: [{ sku: 'X', qty: 1 }] }
    const codes: unknown[] = []
    for (const body of [
      { items: [], redirect_url: 'x', taxRate: 2 },
      { ...unknown, redirect_url: 'x' },
      { ...unknown, metadata: [] },
      { ...unknown, taxRate: 2 },
      { ...unknown, jurisdictionCode: 'XX' },
      { ...unknown, currency: 'GBP' },
      unknown,
    ]) {
      const code = await place(seller, 'rcpt_1', body).catch((error) => error.code)
      codes.push(code)
    }
    expect(codes).toEqual([
      'items_required',
      ...Array(5).fill('invalid_input'),
      'inventory_item_not_found',
    ])
  })

  test('behavior: a quote refuses an invalid body like an order', async () => {
    const seller = await aSeller(app, { items: [item()] })
    const response = await seller.post('/api/orders/quote', { ...order, redirect_url: 'x' })
    expect([response.statusCode, response.json().error]).toEqual([400, 'invalid_input'])
  })

  test.each(['USD', 'EUR'])('error: refuses more than ten billion, in %s', async (currency) => {
    const seller = await aSeller(app, { items: [item({ priceUsd: 1e10 })] })
    const items = [{ sku: 'T', qty: 1_000_000 }]
    for (const url of ['/api/orders', '/api/orders/quote']) {
      for (const count of [1, 200]) {
        const body = { items: Array(count).fill(items[0]), currency }
        const response = await seller.post(url, body)
        expect([response.statusCode, response.json().error]).toEqual([400, 'invalid_input'])
      }
    }
    expect((await seller.get('/api/receipts')).json().receipts).toEqual([])
  })

  test('behavior: accepts exactly ten billion', async () => {
    const seller = await aSeller(app, { items: [item({ priceUsd: 9_950_248_756.22 })] })
    const response = await seller.post('/api/orders', order)
    expect(response.json().receipt).toMatchObject({ totalUsd: 10_000_000_000 })
  })
})
