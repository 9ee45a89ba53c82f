import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDeveloper } from '../../../../test/fixtures/factories.js'
import { createTestContext, type TestContext } from '../../../../test/harness.js'
import type { Address } from '../../../lib/hex.js'
import { upsertItem } from '../upsert-item.js'
import { createCatalogues } from './catalogues.js'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())

async function aCatalogue(items: number): Promise<Address> {
  const { wallet: merchant, keyId } = await aDeveloper(ctx)
  const by = { merchant, keyId, role: 'key' as const, correlationId: 'test' }
  for (let number = 0; number < items; number += 1) {
    await upsertItem(ctx, { by, body: { sku: `S${number}`, name: 'Mug', priceUsd: 1 } })
  }
  return merchant
}

describe('createCatalogues', () => {
  test('default', async () => {
    const merchant = await aCatalogue(3)
    const catalogues = createCatalogues(ctx)
    const index = await catalogues.get(merchant)
    expect(index.size()).toBe(3)
    expect(await catalogues.get(merchant)).toBe(index)
  })

  test('behavior: returns an empty catalogue for a merchant without items', async () => {
    expect((await createCatalogues(ctx).get(await aCatalogue(0))).size()).toBe(0)
  })

  test('behavior: evicts the least recently used, and keeps the one in use', async () => {
    const [first, second, large] = [await aCatalogue(2), await aCatalogue(2), await aCatalogue(9)]
    const catalogues = createCatalogues(ctx, { roomFor: 5_000 })
    const [one, two] = [await catalogues.get(first), await catalogues.get(second)]
    expect(await catalogues.get(first)).toBe(one)

    const all = await catalogues.get(large)
    expect(await catalogues.get(large)).toBe(all)
    expect(await catalogues.get(second)).not.toBe(two)
    expect(await catalogues.get(first)).not.toBe(one)
  })

  test('behavior: reads all items across several pages', async () => {
    const merchant = await aCatalogue(1)
    await ctx.db.query(
      `insert into items (merchant, id, sku, name, description, category, tags, price_usd_cents,
         price_includes_tax, taxable, stock_qty, images, image_bytes, industry_pack, attributes,
         active, created_at, updated_at, version)
       select $1, 'itm_' || n, 'N' || n, 'Mug', '', '', '{}', n, false, true, 1, '{}', 0, '', '{}',
         true, 0, n, 1
       from generate_series(1, 2000) n`,
      [merchant],
    )
    expect((await createCatalogues(ctx).get(merchant)).size()).toBe(2_001)
  })
})
