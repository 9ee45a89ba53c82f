import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aReceipt } from '../../../../test/fixtures/receipt.js'
import { aSeller, type Seller } from '../../../../test/fixtures/seller.js'
import { createTestApp, type TestApp } from '../../../../test/harness.js'
import { depositOf } from '../../../platform/chain/deposit-address.js'
import { insertReceipt } from './new-receipt-store.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

async function aShelf(stockQty: number) {
  const items = ['A', 'B'].map((sku) => ({ sku, name: sku, priceUsd: 1, stockQty }))
  const seller = await aSeller(app, { items })
  const { rows } = await app.ctx.db.query<{ id: string; version: string }>(
    'select id, version from items where merchant = $1 order by id',
    [seller.wallet],
  )
  const wanted = rows.map(({ id, version }) => ({ itemId: id, qty: 1, version: Number(version) }))
  return { seller, wanted, ids: rows.map(({ id }) => id) }
}

const reserved = async (seller: Seller) =>
  (await seller.get('/api/inventory'))
    .json()
    .items.map((item: { reservedQty: number }) => item.reservedQty)

const receiptOf = ({ wallet: merchant }: Seller, id = 'r-1') => {
  const receipt = aReceipt({ merchant, id })
  return { receipt, deposit: depositOf(app.ctx.config, receipt) }
}

describe('insertReceipt', () => {
  test('default', async () => {
    const { seller, wanted } = await aShelf(1)
    const made = receiptOf(seller)
    expect(await insertReceipt(app.ctx.db, { ...made, by: 'test', wanted })).toEqual({
      kind: 'made',
    })
    expect(await reserved(seller)).toEqual([1, 1])
  })

  test('behavior: returns exists for a repeated insert, even when it holds the last stock', async () => {
    const { seller, wanted } = await aShelf(1)
    const input = { ...receiptOf(seller), by: 'test', wanted }
    await insertReceipt(app.ctx.db, input)
    expect(await insertReceipt(app.ctx.db, input)).toEqual({ kind: 'exists' })
    expect(await reserved(seller)).toEqual([1, 1])
  })

  test('behavior: returns short and stale items', async () => {
    const { seller, wanted, ids } = await aShelf(1)
    const [first, second] = wanted.map((one) => ({ ...one }))
    if (!first || !second) throw new Error('there are no items')
    const changed = [
      { ...first, qty: 2 },
      { ...second, version: second.version + 1 },
    ]
    const made = receiptOf(seller)
    const { kind, ...rest } = await insertReceipt(app.ctx.db, { ...made, by: 'x', wanted: changed })
    expect(kind).toBe('short')
    expect(rest).toEqual({
      short: expect.arrayContaining([
        { itemId: ids[0], isStale: false, available: 1 },
        { itemId: ids[1], isStale: true, available: 1 },
      ]),
    })
    expect(await reserved(seller)).toEqual([0, 0])
  })

  test('behavior: succeeds after a deadlock with another transaction', async () => {
    const { seller, wanted, ids } = await aShelf(5)
    const hold = 'update items set reserved_qty = reserved_qty where merchant = $1 and id = $2'
    const made = receiptOf(seller)
    let inserting: ReturnType<typeof insertReceipt> | undefined
    await app.ctx.db.transaction(async (tx) => {
      // The database aborts the transaction that detects the deadlock first; this one must not be it.
      await tx.query(`set local deadlock_timeout = '10s'`)
      await tx.query(hold, [seller.wallet, ids[1]])
      inserting = insertReceipt(app.ctx.db, { ...made, by: 'test', wanted })
      await untilSomebodyWaits()
      await tx.query(hold, [seller.wallet, ids[0]])
    })
    expect(await inserting).toEqual({ kind: 'made' })
    expect(await reserved(seller)).toEqual([1, 1])
  })
})

async function untilSomebodyWaits(): Promise<void> {
  for (;;) {
    const { rows } = await app.ctx.db.query(
      `select 1 from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    )
    if (rows.length > 0) return
    await sleep(10)
  }
}
