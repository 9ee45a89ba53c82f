import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDeveloper } from '../../../../test/fixtures/factories.js'
import { createTestContext, type TestContext } from '../../../../test/harness.js'
import type { Address } from '../../../lib/hex.js'
import { upsertItem } from '../change-item.js'
import { createCatalogs } from './catalogs.js'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())

async function aCatalog(items: number): Promise<Address> {
  const { wallet: merchant, keyId } = await aDeveloper(ctx)
  const by = { merchant, keyId, role: 'key' as const, correlationId: 'test' }
  for (let number = 0; number < items; number += 1) {
    await upsertItem(ctx, { by, body: { sku: `S${number}`, name: 'Mug', priceUsd: 1 } })
  }
  return merchant
}

/** Makes catalogs count as large, without the cost of filling them. */
async function declareLarge(...merchants: Address[]): Promise<void> {
  await ctx.db.query('update catalogs set items = 5000 where merchant = any($1)', [merchants])
}

describe('createCatalogs', () => {
  test('default', async () => {
    const merchant = await aCatalog(3)
    const catalogs = createCatalogs(ctx)
    const index = await catalogs.get(merchant)
    expect(index.size()).toBe(3)
    expect(await catalogs.get(merchant)).toBe(index)
  })

  test('behavior: returns an empty catalog for a merchant without items', async () => {
    expect((await createCatalogs(ctx).get(await aCatalog(0))).size()).toBe(0)
  })

  test('behavior: evicts the least recently used, and keeps the one in use', async () => {
    const [first, second, large] = [await aCatalog(2), await aCatalog(2), await aCatalog(9)]
    const catalogs = createCatalogs(ctx, { maxBytes: 5_000 })
    const [firstCatalog, secondCatalog] = [await catalogs.get(first), await catalogs.get(second)]
    expect(await catalogs.get(first)).toBe(firstCatalog)

    const all = await catalogs.get(large)
    expect(await catalogs.get(large)).toBe(all)
    expect(await catalogs.get(second)).not.toBe(secondCatalog)
    expect(await catalogs.get(first)).not.toBe(firstCatalog)
  })

  test('behavior: loads one large catalog at a time, and small ones at once', async () => {
    const [first, second, small] = [await aCatalog(1), await aCatalog(1), await aCatalog(1)]
    await declareLarge(first, second)
    const reading = new Set<unknown>()
    let maxActive = 0
    let isSmallWaiting = true
    const query = async (text: string, values: unknown[]) => {
      const [merchant] = values
      if (text.includes('from items') && merchant !== small) {
        reading.add(merchant)
        maxActive = Math.max(maxActive, reading.size)
        while (isSmallWaiting) await nextTurn()
        reading.delete(merchant)
      }
      return ctx.db.query(text, values)
    }
    const catalogs = createCatalogs({ ...ctx, db: { ...ctx.db, query } as typeof ctx.db })
    const large = Promise.all([catalogs.get(first), catalogs.get(second)])
    expect((await catalogs.get(small)).size()).toBe(1)
    isSmallWaiting = false
    expect((await large).map((index) => index.size())).toEqual([1, 1])
    expect(maxActive).toBe(1)
  })

  test('error: does not load a large catalog again and again', async () => {
    const [first, second] = [await aCatalog(2), await aCatalog(2)]
    await declareLarge(first)
    const catalogs = createCatalogs(ctx, { maxBytes: 1 })
    for (let load = 0; load < 6; load += 1) {
      expect((await catalogs.get(first)).size()).toBe(2)
      await catalogs.get(second)
    }
    await expect(catalogs.get(first)).rejects.toMatchObject({
      code: 'rate_limited',
      fields: { limit: 'catalogue-loads' },
    })
    await catalogs.get(second)
  })

  test('behavior: reads all items across several pages', async () => {
    const merchant = await aCatalog(1)
    await ctx.db.query(
      `insert into items (merchant, id, sku, name, description, category, tags, price_usd_cents,
         price_includes_tax, taxable, stock_qty, images, industry_pack, attributes,
         active, created_at, updated_at, version)
       select $1, 'itm_' || n, 'N' || n, 'Mug', '', '', '{}', n, false, true, 1, '{}', '', '{}',
         true, 0, n, 1
       from generate_series(1, 2000) n`,
      [merchant],
    )
    expect((await createCatalogs(ctx).get(merchant)).size()).toBe(2_001)
  })
})
