import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aSeller, type Seller } from '../../../../test/fixtures/seller.js'
import { type Paying, startPaying } from '../../../../test/paying.js'
import { DAY_MS } from '../../../lib/time.js'
import { setChainTime } from '../../sandbox/advance-clock.js'
import { eraseAbandonedOrders } from './erase-abandoned-orders.js'

const signal = new AbortController().signal
const buyerData = ['Ada Buyer', 'ada@example.com', '1 Buyer Street', 'Green tea', 'Ada rang']
let paying: Paying
let seller: Seller
beforeAll(async () => {
  paying = await startPaying()
  seller = await aSeller(paying.app, {
    config: { slug: 'tea', name: 'Tea', listed: true },
    items: [{ sku: 'A', name: 'Green tea', priceUsd: 5 }],
  })
})
afterAll(() => paying.close())

const run = () => eraseAbandonedOrders.run(paying.app.ctx, signal)

/** Orders as a third party, and returns the receipt's id. */
async function orderAnonymously(): Promise<string> {
  const payload = {
    items: [{ sku: 'A', qty: 2 }],
    onrampEmail: 'ada@example.com',
    billingFirstName: 'Ada Buyer',
    billingAddressLine1: '1 Buyer Street',
  }
  const url = '/api/directory/shops/tea/orders'
  const response = await paying.app.inject({ method: 'POST', url, payload })
  expect(response.statusCode, response.body).toBe(200)
  return response.json().receipt.receiptId
}

const read = async (id: string) => (await seller.get(`/api/receipts/${id}`)).json()

/** Returns everything that is stored about a receipt. */
async function readRows(id: string): Promise<string> {
  const { db } = paying.app.ctx
  const tables = [
    'timeline_entries',
    'recorded_events',
    'events',
    'portal_sessions',
    'receipt_comments',
  ]
  const storedRows: unknown[] = [
    (await db.query('select * from receipts where id = $1', [id])).rows,
  ]
  for (const table of tables) {
    storedRows.push((await db.query(`select * from ${table} where receipt_id = $1`, [id])).rows)
  }
  return JSON.stringify(storedRows, (_name, value) =>
    typeof value === 'bigint' ? `${value}` : value,
  )
}

async function advance(days: number): Promise<void> {
  paying.app.ctx.clock.advance(days * DAY_MS)
  await setChainTime(paying.chain.url, paying.app.ctx.now())
}

describe('eraseAbandonedOrders', () => {
  test('behavior: keeps orders of staff and orders that received money', async () => {
    const paid = await orderAnonymously()
    const to = await paying.depositOf(seller.wallet, paid)
    await paying.pay('USDC', { from: paying.buyer, to, units: 1_000_000n })
    await paying.settle()
    const ofStaff = await seller.act('/api/orders', { items: [{ sku: 'A', qty: 1 }] })
    const ofKey = await seller.post('/api/orders', { items: [{ sku: 'A', qty: 1 }] })
    const ids = [paid, ofStaff.json().receipt.receiptId, ofKey.json().receipt.receiptId]
    const before = await Promise.all(ids.map(async (id) => (await read(id)).lineItems))

    await advance(31)
    expect(await run()).toMatchObject({ erased: 0 })
    expect(await Promise.all(ids.map(async (id) => (await read(id)).lineItems))).toEqual(before)
  })

  test("default: erases a third party's order after 30 days, and still credits a late payment", async () => {
    const id = await orderAnonymously()
    await seller.post(`/api/receipts/${id}/comments`, { text: 'Ada rang twice' })
    const before = await read(id)
    await advance(30)
    expect(await run()).toMatchObject({ erased: 0 })
    for (const text of buyerData) expect(await readRows(id)).toContain(text)

    paying.app.ctx.clock.advance(1)
    expect(await run()).toMatchObject({ erased: 1 })
    const storedRows = await readRows(id)
    for (const text of buyerData) expect(storedRows).not.toContain(text)
    const after = await read(id)
    expect(after).toMatchObject({ totalUsd: before.totalUsd, billingAddress: null })
    const sum = after.lineItems.reduce((cents: number, line: { priceUsd: number }) => {
      return cents + Math.round(line.priceUsd * 100)
    }, 0)
    expect(sum).toBe(Math.round(before.totalUsd * 100))

    const to = await paying.depositOf(seller.wallet, id)
    const units = BigInt(Math.round(before.totalUsd * 1_000_000))
    await paying.pay('USDC', { from: paying.buyer, to, units })
    await paying.settle()
    expect((await read(id)).status).toBe('completed')
    expect(await run()).toMatchObject({ erased: 0 })
  })
})
