import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDeveloper } from '../../../../test/fixtures/factories.js'
import { createTestContext, type TestContext, testNow } from '../../../../test/harness.js'
import type { Address } from '../../../lib/hex.js'
import { listChanges } from '../../audit/routes.js'
import { readDemoItems } from '../../sandbox/seed-demo.js'
import { upsertItem } from '../change-item.js'
import { importItems } from './import-items.js'
import { readRows } from './read-rows.js'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())

const aMerchant = async () => (await aDeveloper(ctx)).wallet
const owner = (merchant: Address) =>
  ({ merchant, person: merchant, role: 'owner', correlationId: 'test' }) as const

const run = async (merchant: Address, csv: string, dryRun: boolean) => {
  const file = await readRows([csv], ctx.config)
  return importItems(ctx, { by: owner(merchant), file, dryRun })
}
const load = (merchant: Address, csv: string) => run(merchant, csv, false)
const tryOut = (merchant: Address, csv: string) => run(merchant, csv, true)
const upsert = (merchant: Address, body: object) => upsertItem(ctx, { by: owner(merchant), body })

type Row = { sku: string; name: string; version: string; [column: string]: unknown }

async function rowsOf(merchant: Address): Promise<Row[]> {
  const { rows } = await ctx.db.query<Row>(
    `select sku, name, description, price_usd_cents, stock_qty, images, created_at,
       updated_at, version
     from items where merchant = $1 order by sku`,
    [merchant],
  )
  return rows
}

async function catalogOf(merchant: Address) {
  const { rows } = await ctx.db.query(
    'select version, items, text_bytes, image_bytes from catalogs where merchant = $1',
    [merchant],
  )
  return rows[0] ?? null
}

async function changesOf(merchant: Address) {
  const page = { merchant, action: null, below: Number.MAX_SAFE_INTEGER, limit: 100 }
  return (await listChanges(ctx, page)).entries
}

const picture = readDemoItems('hazel-paper')[0]?.images?.[0] ?? ''

describe('importItems', () => {
  test('default', async () => {
    const merchant = await aMerchant()
    await upsert(merchant, { sku: 'T-1', name: 'Tea', priceUsd: 4.5, stockQty: 3 })
    ctx.clock.advance(1_000)
    await load(merchant, 'sku,name,priceUsd\nT-1,,4.60\nT-2,Coffee,5')

    expect(await rowsOf(merchant)).toMatchObject([
      { sku: 'T-1', name: 'Tea', price_usd_cents: '460', stock_qty: '3.000', version: '2' },
      { sku: 'T-2', name: 'Coffee', price_usd_cents: '500', stock_qty: '-1.000', version: '2' },
    ])
    const [changed, createdRow] = await rowsOf(merchant)
    expect(Number(changed?.['updated_at']) - Number(changed?.['created_at'])).toBe(1_000)
    expect(createdRow?.['created_at']).toBe(String(testNow + 1_000))
  })

  test('behavior: adds one audit entry, and none if nothing changes', async () => {
    const merchant = await aMerchant()
    const csv = 'sku,name,priceUsd\nT-1,Tea,4\nT-2,Coffee,5'
    await load(merchant, csv)
    await load(merchant, csv)
    expect(await changesOf(merchant)).toMatchObject([
      {
        action: 'inventory.imported',
        target: merchant,
        before: null,
        after: { created: 2, updated: 0, unchanged: 0 },
      },
    ])
    expect(await catalogOf(merchant)).toMatchObject({ version: '1', items: '2' })
  })

  test('behavior: a dry run returns the same plan and writes nothing', async () => {
    const merchant = await aMerchant()
    const csv = 'sku,name,priceUsd\nT-1,Tea,4\nT-2,Coffee,5'
    const tried = await tryOut(merchant, csv)
    expect(await catalogOf(merchant)).toBeNull()
    expect(await rowsOf(merchant)).toEqual([])
    expect(await changesOf(merchant)).toEqual([])
    expect(await load(merchant, csv)).toEqual(tried)
  })

  test('behavior: keeps images and updates the size when others replace them', async () => {
    const merchant = await aMerchant()
    const body = { sku: 'T-1', name: 'Tea', priceUsd: 4, images: [picture, 'https://a.test/1'] }
    await upsert(merchant, body)
    await load(merchant, 'sku,name,priceUsd\nT-1,Green tea,')
    const [kept] = await rowsOf(merchant)
    const images = [expect.stringMatching(/^media:[0-9a-f]{64}$/), 'https://a.test/1']
    const bytes = 'media:'.length + 64 + 'https://a.test/1'.length
    expect(kept).toMatchObject({ name: 'Green tea', images })
    expect(await catalogOf(merchant)).toMatchObject({ image_bytes: String(bytes) })

    const { rows } = await load(merchant, 'sku,images\nT-1,https://a.test/2')
    expect(rows[0]?.before?.images).toEqual(images)
    expect(await rowsOf(merchant)).toMatchObject([{ images: ['https://a.test/2'] }])
    expect(await catalogOf(merchant)).toMatchObject({ image_bytes: '16' })
  })

  test('behavior: imports many rows in one version with correct totals', {
    tags: 'slow',
    timeout: 60_000,
  }, async () => {
    const merchant = await aMerchant()
    const lines = Array.from({ length: 20_000 }, (_, index) => `S-${index},Thing,1`)
    const { rows } = await load(merchant, ['sku,name,priceUsd', ...lines].join('\n'))

    expect(rows).toHaveLength(20_000)
    const stored = await rowsOf(merchant)
    expect(stored).toHaveLength(20_000)
    expect(new Set(stored.map(({ version }) => version))).toEqual(new Set(['1']))
    const skuBytes = lines.reduce((sum, line) => sum + line.indexOf(','), 0)
    // The name and empty attributes.
    const textBytes = skuBytes + 20_000 * ('Thing'.length + '{}'.length)
    expect(await catalogOf(merchant)).toEqual({
      version: '1',
      items: '20000',
      text_bytes: String(textBytes),
      image_bytes: '0',
    })
  })

  test('behavior: loses and duplicates nothing during concurrent changes', async () => {
    const merchant = await aMerchant()
    const skus = ['S-1', 'S-2', 'S-3']
    const csv = ['sku,name,priceUsd', ...skus.map((sku) => `${sku},Thing,1`)].join('\n')
    const bodies = skus.map((sku) => ({ sku, name: 'Thing', priceUsd: 1, stockQty: 7 }))
    await Promise.all([
      ...bodies.map((body) => upsert(merchant, body)),
      load(merchant, csv),
      ...bodies.map(({ sku }) => upsert(merchant, { sku, name: 'Thing', priceUsd: 1 })),
      load(merchant, csv),
    ])
    expect(await rowsOf(merchant)).toMatchObject(skus.map((sku) => ({ sku, stock_qty: '7.000' })))

    const renames = ['sku,name', ...skus.map((sku) => `${sku},Renamed`)].join('\n')
    await Promise.all([
      ...skus.map((sku) => upsert(merchant, { sku, description: 'Described' })),
      load(merchant, renames),
      ...skus.map((sku) => upsert(merchant, { sku, priceUsd: 2 })),
    ])
    expect(await rowsOf(merchant)).toMatchObject(
      skus.map(() => ({ name: 'Renamed', description: 'Described', price_usd_cents: '200' })),
    )
    expect(await catalogOf(merchant)).toMatchObject({ items: '3' })
  })

  test("behavior: does not touch another merchant's items", async () => {
    const [first, second] = [await aMerchant(), await aMerchant()]
    await load(first, 'sku,name,priceUsd\nT-1,Tea,4')
    await load(second, 'sku,name,priceUsd\nT-1,Coffee,5')
    expect(await rowsOf(first)).toMatchObject([{ name: 'Tea', version: '1' }])
    expect(await rowsOf(second)).toMatchObject([{ name: 'Coffee' }])
  })

  test('error: imports nothing if any row has a problem', async () => {
    const merchant = await aMerchant()
    const csv = 'sku,name,priceUsd,active\nT-1,Tea,4,yes\nT-2,,5,yes\nT-3,Cake,6,perhaps'
    await expect(load(merchant, csv)).rejects.toMatchObject({
      code: 'invalid_input',
      message: 'Line 3: name is required for a new item. Nothing was imported.',
      fields: { problems: [{ line: 3 }, { line: 4 }], problemCount: 2 },
    })
    expect(await catalogOf(merchant)).toBeNull()
    expect(await tryOut(merchant, csv)).toMatchObject({
      rows: [{ action: 'create' }],
      problems: [{ line: 3 }, { line: 4 }],
    })
  })

  test.each([
    ['items', 250_000],
    ['text_bytes', 134_217_728],
    ['image_bytes', 2_147_483_648],
  ])('error: refuses too many %s, in a dry run too', async (column, max) => {
    const merchant = await aMerchant()
    await upsert(merchant, { sku: 'T-1', name: 'Tea', priceUsd: 4 })
    await ctx.db.query(`update catalogs set ${column} = $2 where merchant = $1`, [merchant, max])
    const csv = 'sku,name,priceUsd,images\nT-2,Coffee,5,https://a.test/1'
    const full = { code: 'invalid_input', message: expect.stringContaining('A catalog has') }
    await expect(tryOut(merchant, csv)).rejects.toMatchObject(full)
    await expect(load(merchant, csv)).rejects.toMatchObject(full)
    expect(await rowsOf(merchant)).toHaveLength(1)
  })
})
