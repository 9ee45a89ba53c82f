import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDeveloper } from '../../../../test/fixtures/factories.js'
import { createTestContext, type TestContext } from '../../../../test/harness.js'
import type { Address } from '../../../lib/hex.js'
import { HOUR_MS, unixMs } from '../../../lib/time.js'
import { upsertItem } from '../change-item.js'
import { holdStock, releaseStock } from './hold-stock.js'
import { sellStock } from './sell-stock.js'
import type { Quantity } from './stock.js'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())

async function aShelf(...stock: number[]) {
  const { wallet: merchant } = await aDeveloper(ctx)
  const by = { merchant, person: merchant, role: 'owner', correlationId: 'test' } as const
  const ids: string[] = []
  for (const [index, stockQty] of stock.entries()) {
    const body = { sku: `T-${index}`, name: 'Tea', priceUsd: 1, stockQty }
    await upsertItem(ctx, { by, body })
  }
  for (const { id } of await rowsOf(merchant)) ids.push(id)
  return { merchant, ids }
}

type Row = { id: string; stock: number; reserved: number; version: number }

async function rowsOf(merchant: Address): Promise<Row[]> {
  const { rows } = await ctx.db.query<Row>(
    `select id, stock_qty::float as stock, reserved_qty::float as reserved, version::int as version
     from items where merchant = $1 order by sku`,
    [merchant],
  )
  return rows
}

const shelf = async (merchant: Address) =>
  (await rowsOf(merchant)).map(({ stock, reserved }) => [stock, reserved])

const hold = (merchant: Address, receiptId: string, wantedQuantities: Quantity[]) =>
  holdStock(ctx, {
    merchant,
    receiptId,
    quantities: wantedQuantities,
    until: unixMs(ctx.now() + HOUR_MS),
  })

const sell = (merchant: Address, receiptId: string, wantedQuantities: Quantity[]) =>
  ctx.db.transaction((tx) =>
    sellStock({ db: tx }, { merchant, receiptId, quantities: wantedQuantities }),
  )

const three = (ids: string[]) => ids.map((itemId) => ({ itemId, qty: 3 }))

describe('sellStock', () => {
  test('default: sells held items', async () => {
    const { merchant, ids } = await aShelf(5, 5)
    await hold(merchant, 'r-1', three(ids))
    expect(await shelf(merchant)).toEqual([
      [5, 3],
      [5, 3],
    ])
    expect(await sell(merchant, 'r-1', three(ids))).toEqual([])
    expect(await shelf(merchant)).toEqual([
      [2, 0],
      [2, 0],
    ])
  })

  test('behavior: sells items without a hold from free stock', async () => {
    const { merchant, ids } = await aShelf(5, 3, -1)
    await hold(merchant, 'r-1', three(ids.slice(0, 1)))
    expect(await sell(merchant, 'r-1', three(ids))).toEqual([])
    expect(await shelf(merchant)).toEqual([
      [2, 0],
      [0, 0],
      [-1, 0],
    ])
  })

  test('behavior: returns the pieces that are not in stock, and keeps other holds', async () => {
    const { merchant, ids } = await aShelf(5, 2)
    await hold(merchant, 'r-1', three(ids.slice(0, 1)))
    const short = await sell(merchant, 'r-2', three(ids))
    expect(new Map(short.map(({ itemId, qty }) => [itemId, qty]))).toEqual(
      new Map(ids.map((id, index) => [id, [1, 1][index]])),
    )
    expect(await shelf(merchant)).toEqual([
      [3, 3],
      [0, 0],
    ])
  })

  test('behavior: changes the version of the catalog', async () => {
    const { merchant, ids } = await aShelf(5, 5)
    const [before, untouched] = await rowsOf(merchant)
    await sell(merchant, 'r-1', three(ids.slice(0, 1)))
    const [after, sameRow] = await rowsOf(merchant)
    expect(after?.version).toBeGreaterThan(Math.max(before?.version ?? 0, untouched?.version ?? 0))
    expect(sameRow?.version).toBe(untouched?.version)
  })

  test('behavior: sells nothing without items, and reports deleted ones', async () => {
    const { merchant } = await aShelf(5)
    expect(await sell(merchant, 'r-1', [])).toEqual([])
    expect(await sell(merchant, 'r-1', [{ itemId: 'itm_gone', qty: 1 }])).toEqual([
      { itemId: 'itm_gone', qty: 1 },
    ])
  })

  test("behavior: does not touch another merchant's items", async () => {
    const [first, second] = [await aShelf(5), await aShelf(5)]
    expect(await sell(first.merchant, 'r-1', three(second.ids))).toEqual(three(second.ids))
    expect(await shelf(second.merchant)).toEqual([[5, 0]])
  })
})

describe('holdStock', () => {
  test('behavior: holds an item once per receipt', async () => {
    const { merchant, ids } = await aShelf(10)
    await hold(merchant, 'r-1', three(ids))
    await hold(merchant, 'r-1', three(ids))
    expect(await shelf(merchant)).toEqual([[10, 3]])
  })

  test('behavior: holds available items only, and no unlimited ones', async () => {
    const { merchant, ids } = await aShelf(2, 5, -1)
    await hold(merchant, 'r-1', three(ids))
    expect(await shelf(merchant)).toEqual([
      [2, 0],
      [5, 3],
      [-1, 0],
    ])
  })
})

describe('releaseStock', () => {
  test('default: releases the holds of one receipt, once', async () => {
    const { merchant, ids } = await aShelf(10)
    await hold(merchant, 'r-1', three(ids))
    await hold(merchant, 'r-2', three(ids))
    for (const _ of [1, 2]) await releaseStock(ctx, { merchant, receiptId: 'r-1' })
    expect(await shelf(merchant)).toEqual([[10, 3]])
  })
})
