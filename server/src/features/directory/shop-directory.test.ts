import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDeveloper } from '../../../test/fixtures/factories.js'
import { createTestContext, type TestContext } from '../../../test/harness.js'
import type { Address } from '../../lib/hex.js'
import type { ShopConfigChange } from '../shop/schemas.js'
import { seedShopConfig } from '../shop/seed-shop-config.js'
import { updateShopConfig } from '../shop/update-shop-config.js'
import { createShopDirectory, type ShopDirectory } from './shop-directory.js'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())

async function aShop(config: ShopConfigChange): Promise<Address> {
  const { wallet } = await aDeveloper(ctx)
  await seedShopConfig(ctx, { merchant: wallet, config: { listed: true, ...config } })
  return wallet
}

const change = (merchant: Address, config: ShopConfigChange) =>
  updateShopConfig(ctx, {
    change: config,
    by: { merchant, person: merchant, role: 'owner', correlationId: 'test' },
  })

async function slugsWith(directory: ShopDirectory, keyword: string): Promise<string[]> {
  const filter = { q: null, categories: null, keywords: [keyword] }
  const index = await directory.get()
  return index.find({ filter, offset: 0, limit: 50 }).shops.map(({ slug }) => slug)
}

describe('createShopDirectory', () => {
  test('default', async () => {
    const directory = createShopDirectory(ctx)
    const merchant = await aShop({ name: 'One', slug: 'first-one', keywords: ['default'] })
    expect(await slugsWith(directory, 'default')).toEqual(['first-one'])
    await aShop({ name: 'Another', slug: 'another-one', keywords: ['default'] })
    expect(await slugsWith(directory, 'default')).toEqual(['another-one', 'first-one'])
    await change(merchant, { listed: false })
    expect(await slugsWith(directory, 'default')).toEqual(['another-one'])
  })

  test('behavior: costs one query while nothing changes', async () => {
    const queries: string[] = []
    const query: typeof ctx.db.query = (sql, params) => {
      queries.push(sql)
      return ctx.db.query(sql, params)
    }
    const directory = createShopDirectory({ ...ctx, db: { ...ctx.db, query } })
    await directory.get()
    queries.length = 0
    await directory.get()
    expect(queries).toEqual(['select version from directory'])
  })

  test('behavior: misses none of many concurrent changes', async () => {
    const directories = [createShopDirectory(ctx), createShopDirectory(ctx)]
    const numbers = Array.from({ length: 12 }, (_, number) => number)
    const merchants = await Promise.all(
      numbers.map((number) => aShop({ name: `Shop ${number}`, slug: `at-once-${number}` })),
    )
    await Promise.all(
      merchants.map(async (merchant, number) => {
        for (const keywords of [['busy'], [], ['busy', 'late']]) {
          await change(merchant, { keywords, listed: number % 3 > 0 || keywords.length < 2 })
          await slugsWith(directories[number % 2] as ShopDirectory, 'busy')
        }
      }),
    )

    const expected = numbers.filter((number) => number % 3 > 0).map((number) => `at-once-${number}`)
    for (const directory of [...directories, createShopDirectory(ctx)]) {
      expect(await slugsWith(directory, 'late')).toEqual(expected.sort())
    }
  })
})
