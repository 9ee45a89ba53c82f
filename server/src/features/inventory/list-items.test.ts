import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aSeller, type Seller } from '../../../test/fixtures/seller.js'
import { createTestApp, type TestApp } from '../../../test/harness.js'
import { describeItem } from './describe-item.js'
import { listItems } from './list-items.js'
import { readItemQuery } from './read-item-query.js'
import { type Catalogs, createCatalogs } from './search/catalogs.js'
import { isSimple } from './search/page-store.js'
import { warmCatalogs } from './search/warm-catalogs.js'

let app: TestApp
let seller: Seller
let catalogs: Catalogs
beforeAll(async () => {
  app = await createTestApp({ environment: { FIXED_RATES: 'EUR=1.08' } })
  const items = Array.from({ length: 12 }, (_, n) => ({
    sku: `S${n}`,
    name: `Mug ${n}`,
    ...(n % 3 === 0 ? { price: n, currency: 'EUR' } : { priceUsd: n }),
    stockQty: [-1, 0, 2.5, 10][n % 4],
    taxable: n % 5 !== 0,
    active: n % 6 !== 0,
  }))
  seller = await aSeller(app, { items })
  // Ties, whose order the ids determine.
  await app.ctx.db.query(
    `update items set updated_at = $2::bigint + length(sku) where merchant = $1`,
    [seller.wallet, app.ctx.now()],
  )
  await app.ctx.db.query('update catalogs set items = 5000 where merchant = $1', [seller.wallet])
  catalogs = createCatalogs(app.ctx)
})
afterAll(() => app.close())

const anyQuery = fc.record(
  {
    taxable: fc.constantFrom('true', 'false', 'any'),
    stock: fc.constantFrom('in', 'out', 'any'),
    sort: fc.constantFrom('updatedAt', 'stockQty'),
    order: fc.constantFrom('asc', 'desc'),
    limit: fc.constantFrom('1', '5', '50'),
    page: fc.constantFrom('1', '2', '3'),
  },
  { requiredKeys: [] },
)

describe('listItems', () => {
  test('property: the database and the index return the same page', async () => {
    const unloaded: Catalogs = {
      ...catalogs,
      findLoaded: async () => null,
      findKnown: () => null,
    }
    const list = async (from: Catalogs, query: ReturnType<typeof readItemQuery>) => {
      const input = { catalogs: from, merchant: seller.wallet, query }
      const { items, page, usdPerEuro } = await listItems(app.ctx, input)
      return { total: page.total, items: items.map((item) => describeItem(item, usdPerEuro)) }
    }
    await catalogs.get(seller.wallet)
    await fc.assert(
      fc.asyncProperty(anyQuery, fc.constantFrom(true, false, null), async (input, active) => {
        const read = readItemQuery(input)
        const query = { ...read, filter: { ...read.filter, active } }
        expect(isSimple(query)).toBe(true)
        expect(await list(unloaded, query)).toEqual(await list(catalogs, query))
      }),
      { numRuns: 40 },
    )
  })

  test('behavior: leaves other queries to the index', () => {
    const others = [{ q: 'mug' }, { category: 'a' }, { tags: 'a' }, { pack: 'a' }, { sort: 'name' }]
    const more = [{ sort: 'priceUsd' }, { priceMin: '1' }, { priceMax: '1' }, { page: '21' }]
    for (const input of [...others, ...more]) expect(isSimple(readItemQuery(input))).toBe(false)
  })
})

describe('listItems of a known catalog', () => {
  test('default: reads items and version at once, and shows what another process changed', async () => {
    const { wallet, post } = await aSeller(app, {
      items: [{ sku: 'CUP', name: 'Cup', priceUsd: 1 }],
    })
    let statements = 0
    const query: typeof app.ctx.db.query = (sql, params) => {
      statements += 1
      return app.ctx.db.query(sql, params)
    }
    const ctx = { ...app.ctx, db: { ...app.ctx.db, query } }
    const own = createCatalogs(ctx)
    const list = async () => {
      statements = 0
      const input = { catalogs: own, merchant: wallet, query: readItemQuery({ q: 'cup' }) }
      const { items, page } = await listItems(ctx, input)
      const names = items.map(({ name }) => name).toSorted()
      return { names, total: page.total, statements }
    }
    await list()
    expect(await list()).toEqual({ names: ['Cup'], total: 1, statements: 1 })

    await post('/api/inventory', { sku: 'BIG', name: 'Big cup', priceUsd: 2 })
    expect(await list()).toMatchObject({ names: ['Big cup', 'Cup'], total: 2 })
    await expect.poll(list, { timeout: 5_000 }).toMatchObject({ total: 2, statements: 1 })
  })
})

describe('createCatalogs, findLoaded', () => {
  test('default: loads a large catalog in the background', async () => {
    const freshCatalogs = createCatalogs(app.ctx)
    expect(await freshCatalogs.findLoaded(seller.wallet)).toBeNull()
    await expect.poll(async () => (await freshCatalogs.findLoaded(seller.wallet))?.size()).toBe(12)
  })

  test('behavior: waits for a small one', async () => {
    const { wallet } = await aSeller(app, { items: [{ sku: 'S', name: 'Cup', priceUsd: 1 }] })
    expect((await createCatalogs(app.ctx).findLoaded(wallet))?.size()).toBe(1)
  })

  test('behavior: repeats a load that failed', async () => {
    let isBroken = true
    const query: typeof app.ctx.db.query = (sql, params) => {
      if (isBroken && sql.includes('order by id limit')) throw new Error('broken')
      return app.ctx.db.query(sql, params)
    }
    const freshCatalogs = createCatalogs({ ...app.ctx, db: { ...app.ctx.db, query } })
    expect(await freshCatalogs.findLoaded(seller.wallet)).toBeNull()
    isBroken = false
    await expect.poll(async () => (await freshCatalogs.findLoaded(seller.wallet))?.size()).toBe(12)
  })
})

describe('warmCatalogs', () => {
  test('default: loads large catalogs, those with sales first', async () => {
    const item = { sku: 'S', name: 'Cup', priceUsd: 1 }
    const [large, busy, small] = [
      await aSeller(app, { items: [item] }),
      await aSeller(app, { items: [item] }),
      await aSeller(app, { items: [item] }),
    ]
    const lineItems = [{ label: 'Cup', priceUsd: 1 }]
    for (const { post } of [busy, small]) {
      await post('/api/receipts', { id: 'r-1', lineItems, totalUsd: 1 })
    }
    await app.ctx.db.query('update catalogs set items = 9000 where merchant = any($1)', [
      [large.wallet, busy.wallet],
    ])
    const warmed: string[] = []
    await warmCatalogs(app.ctx, { warm: async (merchants) => void warmed.push(...merchants) })
    expect(warmed).toEqual([busy.wallet, large.wallet, seller.wallet])
  })

  test('behavior: stops at half of the memory, and when the service stops', async () => {
    const another = await aSeller(app, { items: [{ sku: 'S', name: 'Cup', priceUsd: 1 }] })
    const merchants = [seller.wallet, another.wallet]
    const weigh = async (maxBytes: number, isClosed: boolean) => {
      const read: unknown[] = []
      const query: typeof app.ctx.db.query = (sql, params) => {
        if (sql.includes('order by id limit')) read.push(params?.[0])
        return app.ctx.db.query(sql, params)
      }
      const limitedCatalogs = createCatalogs(
        { ...app.ctx, db: { ...app.ctx.db, query } },
        { maxBytes },
      )
      if (isClosed) limitedCatalogs.close()
      await limitedCatalogs.warm(merchants)
      return read
    }
    expect(await weigh(1_000_000, false)).toEqual(merchants)
    expect(await weigh(1_000, false)).toEqual([seller.wallet])
    expect(await weigh(1_000_000, true)).toEqual([])
  })
})
