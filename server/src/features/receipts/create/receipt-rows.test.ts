import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aWallet } from '../../../../test/fixtures/factories.js'
import { aReceipt } from '../../../../test/fixtures/receipt.js'
import { aSeller } from '../../../../test/fixtures/seller.js'
import { createTestApp, type TestApp } from '../../../../test/harness.js'
import type { Address } from '../../../lib/hex.js'
import { findReceiptForUpdate } from '../store.js'
import { leaveOutNulls, storedBytesOf, toUsedVersions } from './receipt-rows.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const skus = ['A', 'B', 'C', 'D', 'E']
const items = skus.map((sku) => ({ sku, qty: 2 }))
const aShop = () =>
  aSeller(app, {
    items: skus.map((sku) => ({ sku, name: `Item ${sku}`, priceUsd: 5, stockQty: -1 })),
  })

async function getReceipt(merchant: Address, id: string) {
  const receipt = await findReceiptForUpdate(app.ctx.db, { merchant, id })
  if (!receipt) throw new Error('the receipt does not exist')
  return receipt
}

/** Returns the bytes of a receipt's rows, without indexes. */
async function rowBytes(merchant: string, id: string): Promise<number> {
  const { rows } = await app.ctx.db.query<{ bytes: string }>(
    `select (select pg_column_size(r.*) from receipts r where merchant = $1 and id = $2)
       + (select sum(pg_column_size(e.*)) from timeline_entries e where merchant = $1 and receipt_id = $2)
       + (select sum(pg_column_size(d.*)) from deposits d where merchant = $1 and receipt_id = $2) as bytes`,
    [merchant, id],
  )
  return Number(rows[0]?.bytes)
}

describe('storedBytesOf', () => {
  test('default: an order of five lines counts a little more than its rows', async () => {
    const seller = await aShop()
    const response = await seller.post('/api/orders', { items })
    const { receiptId } = response.json().receipt
    const receipt = await getReceipt(seller.wallet, receiptId)
    const stored = await rowBytes(seller.wallet, receiptId)
    expect(storedBytesOf(receipt)).toBeGreaterThan(stored)
    expect(storedBytesOf(receipt)).toBeLessThan(3 * stored)
  })

  test('behavior: metadata counts in the row, the event and the delivery, as UTF-8', async () => {
    const seller = await aShop()
    const bytesWith = async (note: string) => {
      const response = await seller.post('/api/orders', { items, metadata: { note } })
      const { receiptId } = response.json().receipt
      return storedBytesOf(await getReceipt(seller.wallet, receiptId))
    }
    const bytes = await bytesWith('')
    expect((await bytesWith('x'.repeat(1_000))) - bytes).toBe(3 * 1_000)
    expect((await bytesWith('長'.repeat(1_000))) - bytes).toBe(3 * 3_000)
  })

  test('behavior: the budget of an established merchant counts these bytes', async () => {
    const seller = await aShop()
    app.ctx.config.limits.merchants.set(seller.wallet, { 'established-kilobytes': 300 })
    const statuses: number[] = []
    for (let placed = 0; placed < 120; placed += 1) {
      statuses.push((await seller.post('/api/orders', { items })).statusCode)
    }
    const accepted = statuses.filter((status) => status === 200).length
    expect(accepted).toBeGreaterThan(50)
    expect(accepted).toBeLessThan(100)
    expect(statuses.at(-1)).toBe(429)
  })
})

describe('leaveOutNulls', () => {
  test('default: other values that are empty stay', () => {
    const row = { none: null, empty: '', zero: 0, no: false, list: [], inner: { none: null } }
    expect(leaveOutNulls(row)).toEqual({
      empty: '',
      zero: 0,
      no: false,
      list: [],
      inner: { none: null },
    })
  })
})

describe('toUsedVersions', () => {
  test('default: lists each version of an item once', () => {
    const [one, other] = [aReceipt(), aReceipt({ merchant: aWallet() })]
    const used = (itemId: string, version: number) => ({
      itemId,
      version,
      qty: 1,
      isLimited: false,
    })
    const inputs = [
      { receipt: one, quantities: [used('a', 1), used('b', 1)] },
      { receipt: one, quantities: [used('a', 1)] },
      { receipt: one, quantities: [used('a', 2)] },
      { receipt: one },
      { receipt: other, quantities: [used('a', 1)] },
    ].map((input) => ({ ...input, deposit: null, by: 'test' }))
    const { merchant } = one
    expect(toUsedVersions(inputs)).toEqual([
      { merchant, item_id: 'a', version: 1, places: [0, 1] },
      { merchant, item_id: 'b', version: 1, places: [0] },
      { merchant, item_id: 'a', version: 2, places: [2] },
      { merchant: other.merchant, item_id: 'a', version: 1, places: [4] },
    ])
  })
})
