import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aWallet } from '../../../../test/fixtures/factories.js'
import { aSeller, type Seller } from '../../../../test/fixtures/seller.js'
import { createTestApp, type TestApp } from '../../../../test/harness.js'
import type { ReceiptStatus } from '../../../lib/receipt-statuses.js'
import { HOUR_MS } from '../../../lib/time.js'
import { releaseExpiredStock } from '../../inventory/stock/hold-stock.js'
import { findReceiptForUpdate } from '../store.js'
import { moveReceipt } from './move-receipt.js'
import type { TransitionActor } from './transitions.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const shopWith = (stockQty: number, config = {}) =>
  aSeller(app, { config, items: [{ sku: 'T', name: 'Tea', priceUsd: 1, stockQty }] })

async function order(seller: Seller, qty: number): Promise<string> {
  const response = await seller.post('/api/orders', { items: [{ sku: 'T', qty }] })
  expect(response.statusCode, response.body).toBe(200)
  return response.json().receipt.receiptId
}

async function mark(seller: Seller, receiptId: string, status: string): Promise<void> {
  const response = await seller.act('/api/receipts/status', { receiptId, status })
  expect(response.statusCode, response.body).toBe(200)
}

/** Moves a receipt as the service does, without a route. */
async function move(
  seller: Seller,
  id: string,
  { to, actor }: { to: ReceiptStatus; actor: TransitionActor },
): Promise<void> {
  await app.ctx.db.transaction(async (tx) => {
    const receipt = await findReceiptForUpdate(tx, { merchant: seller.wallet, id })
    if (!receipt) throw new Error(`there is no receipt ${id}`)
    await moveReceipt({ ...app.ctx, db: tx }, { receipt, to, actor, by: 'test' })
  })
}

async function stockOf(seller: Seller) {
  const [item] = (await seller.get('/api/inventory')).json().items
  return { stock: item.stockQty, reserved: item.reservedQty }
}

const lastEntry = async (seller: Seller, id: string) =>
  (await seller.get(`/api/receipts/${id}`)).json().timeline.at(-1)

const waitAnHour = async () => {
  app.ctx.clock.advance(HOUR_MS)
  await releaseExpiredStock.run(app.ctx, new AbortController().signal)
}

describe('stock in the life of an order', () => {
  test('default: payment sells the held stock', async () => {
    const seller = await shopWith(3)
    const id = await order(seller, 2)
    expect(await stockOf(seller)).toEqual({ stock: 3, reserved: 2 })
    await mark(seller, id, 'paid')
    expect(await stockOf(seller)).toEqual({ stock: 1, reserved: 0 })
    expect(await lastEntry(seller, id)).not.toHaveProperty('oversold')
    await waitAnHour()
    expect(await stockOf(seller)).toEqual({ stock: 1, reserved: 0 })
  })

  test('behavior: lists sold-out items at once', async () => {
    const seller = await shopWith(2)
    const listed = async (stock: string) =>
      (await seller.get(`/api/inventory?stock=${stock}`)).json().items.length
    expect([await listed('in'), await listed('out')]).toEqual([1, 0])
    await mark(seller, await order(seller, 2), 'paid')
    expect([await listed('in'), await listed('out')]).toEqual([0, 1])
  })

  test('behavior: sells once when paid twice', async () => {
    const seller = await shopWith(3)
    const id = await order(seller, 1)
    for (const status of ['paid', 'paid', 'reconciled']) await mark(seller, id, status)
    expect(await stockOf(seller)).toEqual({ stock: 2, reserved: 0 })
  })

  test('behavior: failing releases the stock for other orders', async () => {
    const seller = await shopWith(2)
    await mark(seller, await order(seller, 2), 'failed')
    expect(await stockOf(seller)).toEqual({ stock: 2, reserved: 0 })
    await mark(seller, await order(seller, 2), 'paid')
    expect(await stockOf(seller)).toEqual({ stock: 0, reserved: 0 })
  })

  test('behavior: a late payment takes free stock', async () => {
    const seller = await shopWith(5)
    const failed = await order(seller, 1)
    await mark(seller, failed, 'failed')
    await mark(seller, failed, 'paid')
    expect(await stockOf(seller)).toEqual({ stock: 4, reserved: 0 })

    const late = await order(seller, 1)
    await waitAnHour()
    await mark(seller, late, 'paid')
    expect(await stockOf(seller)).toEqual({ stock: 3, reserved: 0 })
    expect(await lastEntry(seller, late)).not.toHaveProperty('oversold')
  })

  test('behavior: a late payment without stock is oversold', async () => {
    const seller = await shopWith(2)
    const late = await order(seller, 2)
    await waitAnHour()
    const quick = await order(seller, 1)
    await mark(seller, late, 'paid')
    expect(await lastEntry(seller, late)).toMatchObject({
      status: 'paid',
      oversold: [seller.ids['T']],
    })
    // Stock held for another receipt stays held.
    expect(await stockOf(seller)).toEqual({ stock: 1, reserved: 1 })
    await mark(seller, quick, 'paid')
    expect(await lastEntry(seller, quick)).not.toHaveProperty('oversold')
    expect(await stockOf(seller)).toEqual({ stock: 0, reserved: 0 })
  })

  test('behavior: a refund returns only the stock that an oversold receipt took', async () => {
    const seller = await shopWith(2)
    const late = await order(seller, 2)
    await waitAnHour()
    const quick = await order(seller, 1)
    await mark(seller, quick, 'paid')
    await mark(seller, late, 'paid')
    expect(await stockOf(seller)).toEqual({ stock: 0, reserved: 0 })
    const { totalUsd: usd } = (await seller.get(`/api/receipts/${late}`)).json()
    const refund = { receiptId: late, buyer: aWallet(), usd, restock: true }
    expect((await seller.act('/api/receipts/refund', refund)).statusCode).toBe(200)
    expect(await stockOf(seller)).toEqual({ stock: 1, reserved: 0 })
  })

  test('behavior: reports oversold when stock was lowered below the holds', async () => {
    const seller = await shopWith(3)
    const id = await order(seller, 3)
    await seller.post('/api/inventory', { sku: 'T', stockQty: 1 })
    await mark(seller, id, 'paid')
    expect(await lastEntry(seller, id)).toMatchObject({ oversold: [seller.ids['T']] })
    expect(await stockOf(seller)).toEqual({ stock: 0, reserved: 0 })
  })

  test('behavior: declining a refund sells nothing again', async () => {
    const seller = await shopWith(3)
    const id = await order(seller, 1)
    for (const status of ['paid', 'refund_requested', 'paid']) await mark(seller, id, status)
    expect(await stockOf(seller)).toEqual({ stock: 2, reserved: 0 })
  })

  test('behavior: holds stock until the receipt expires', async () => {
    const seller = await shopWith(1, { payments: { expiryMinutes: 120 } })
    await order(seller, 1)
    await waitAnHour()
    expect(await stockOf(seller)).toEqual({ stock: 1, reserved: 1 })
    await waitAnHour()
    expect(await stockOf(seller)).toEqual({ stock: 1, reserved: 0 })
  })

  test('behavior: unlimited items are never oversold', async () => {
    const seller = await shopWith(-1)
    const id = await order(seller, 1_000)
    await mark(seller, id, 'failed')
    await mark(seller, id, 'paid')
    expect(await stockOf(seller)).toEqual({ stock: -1, reserved: 0 })
    expect(await lastEntry(seller, id)).not.toHaveProperty('oversold')
  })

  test('behavior: handles fractional quantities and an item on two lines', async () => {
    const seller = await shopWith(10)
    const items = [
      { sku: 'T', qty: 1.1 },
      { sku: 'T', qty: 2.205 },
    ]
    const response = await seller.post('/api/orders', { items })
    expect(await stockOf(seller)).toEqual({ stock: 10, reserved: 3.305 })
    await mark(seller, response.json().receipt.receiptId, 'paid')
    expect(await stockOf(seller)).toEqual({ stock: 6.695, reserved: 0 })
  })

  test('behavior: concurrent payments each sell their own stock', async () => {
    const seller = await shopWith(10)
    const ids = await Promise.all(Array.from({ length: 8 }, () => order(seller, 1)))
    await Promise.all(ids.map((id, index) => mark(seller, id, index < 6 ? 'paid' : 'failed')))
    expect(await stockOf(seller)).toEqual({ stock: 4, reserved: 0 })
  })

  test('behavior: money after a failure holds the stock again, once', async () => {
    const seller = await shopWith(3)
    const id = await order(seller, 2)
    await move(seller, id, { to: 'failed', actor: 'portal' })
    expect(await stockOf(seller)).toEqual({ stock: 3, reserved: 0 })
    // Anyone with the link can report this.
    await move(seller, id, { to: 'pending', actor: 'portal' })
    expect(await stockOf(seller)).toEqual({ stock: 3, reserved: 0 })
    await move(seller, id, { to: 'tx_mined', actor: 'system' })
    expect(await stockOf(seller)).toEqual({ stock: 3, reserved: 2 })
    await move(seller, id, { to: 'paid', actor: 'system' })
    expect(await stockOf(seller)).toEqual({ stock: 1, reserved: 0 })
  })
})

describe('moveReceipt', () => {
  const receipt = async (seller: Seller, id: string) =>
    (await seller.get(`/api/receipts/${id}`)).json()

  test('behavior: a payment on chain is not manual, whatever was set before', async () => {
    const seller = await shopWith(3)
    const id = await order(seller, 1)
    await mark(seller, id, 'failed')
    await move(seller, id, { to: 'paid', actor: 'system' })
    expect(await receipt(seller, id)).toMatchObject({ status: 'paid', marked: false })
    await mark(seller, id, 'reconciled')
    expect(await receipt(seller, id)).toMatchObject({ status: 'reconciled', marked: false })
  })

  test('error: a refused transition changes nothing', async () => {
    const seller = await shopWith(3)
    const id = await order(seller, 1)
    const before = await receipt(seller, id)
    await expect(move(seller, id, { to: 'completed', actor: 'system' })).rejects.toMatchObject({
      code: 'invalid_input',
    })
    await expect(move(seller, id, { to: 'paid', actor: 'buyer' })).rejects.toMatchObject({
      code: 'forbidden',
    })
    expect(await receipt(seller, id)).toEqual(before)
  })
})
