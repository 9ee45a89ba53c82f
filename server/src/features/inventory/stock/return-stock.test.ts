import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDeveloper } from '../../../../test/fixtures/factories.js'
import { createTestContext, type TestContext } from '../../../../test/harness.js'
import type { Address } from '../../../lib/hex.js'
import { getCatalog } from '../catalog-store.js'
import { upsertItem } from '../change-item.js'
import { returnStock } from './return-stock.js'
import type { Quantity } from './stock.js'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())

type Row = { id: string; stock: number; version: number }

async function rowsOf(merchant: Address): Promise<Row[]> {
  const { rows } = await ctx.db.query<Row>(
    `select id, stock_qty::float as stock, version::int as version
     from items where merchant = $1 order by sku`,
    [merchant],
  )
  return rows
}

async function aShelf(...stock: number[]) {
  const { wallet: merchant } = await aDeveloper(ctx)
  const by = { merchant, person: merchant, role: 'owner', correlationId: 'test' } as const
  for (const [index, stockQty] of stock.entries()) {
    await upsertItem(ctx, { by, body: { sku: `T-${index}`, name: 'Tea', priceUsd: 1, stockQty } })
  }
  return { merchant, ids: (await rowsOf(merchant)).map(({ id }) => id) }
}

const returnItems = (merchant: Address, returned: Quantity[]) =>
  ctx.db.transaction((tx) => returnStock({ db: tx }, { merchant, returned }))

describe('returnStock', () => {
  test('default: adds stock in a new version of the catalog', async () => {
    const { merchant, ids } = await aShelf(5, 0)
    const before = (await getCatalog(ctx.db, merchant)).version
    await returnItems(
      merchant,
      ids.map((itemId) => ({ itemId, qty: 1.5 })),
    )
    expect((await getCatalog(ctx.db, merchant)).version).toBe(before + 1)
    expect(await rowsOf(merchant)).toEqual([
      { id: ids[0], stock: 6.5, version: before + 1 },
      { id: ids[1], stock: 1.5, version: before + 1 },
    ])
  })

  test('behavior: counts a repeated item twice, concurrently too', async () => {
    const { merchant, ids } = await aShelf(1)
    const sameItemTwice = [0, 1].map(() => ({ itemId: ids[0] as string, qty: 1 }))
    await Promise.all([returnItems(merchant, sameItemTwice), returnItems(merchant, sameItemTwice)])
    expect((await rowsOf(merchant))[0]).toMatchObject({ stock: 5 })
  })

  test('behavior: skips unlimited items and other merchants', async () => {
    const [{ merchant, ids }, other] = [await aShelf(-1, 2), await aShelf(2)]
    const before = await rowsOf(merchant)
    await returnItems(merchant, [
      { itemId: ids[0] as string, qty: 3 },
      { itemId: other.ids[0] as string, qty: 3 },
      { itemId: 'gone', qty: 3 },
    ])
    expect(await rowsOf(merchant)).toEqual(before)
    expect((await rowsOf(other.merchant))[0]).toMatchObject({ stock: 2 })
  })

  test('behavior: changes nothing without items', async () => {
    const { merchant } = await aShelf(2)
    const before = (await getCatalog(ctx.db, merchant)).version
    await returnItems(merchant, [])
    expect((await getCatalog(ctx.db, merchant)).version).toBe(before)
  })
})
