import { Readable } from 'node:stream'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDeveloper } from '../../../../test/fixtures/factories.js'
import { createTestContext, type TestContext } from '../../../../test/harness.js'
import type { Address } from '../../../lib/hex.js'
import { foldText } from '../../../lib/search/fold-text.js'
import { readDemoItems } from '../../sandbox/seed-demo.js'
import type { UpsertItemBody } from '../schemas.js'
import { seedItems } from '../seed-items.js'
import { describeImport } from './describe-import.js'
import { exportItems } from './export-items.js'
import { importItems } from './import-items.js'
import { readRows } from './read-rows.js'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())

const aMerchant = async () => (await aDeveloper(ctx)).wallet

const piecesOf = (merchant: Address): Promise<string[]> =>
  Readable.from(exportItems(ctx, merchant)).toArray()

const exported = async (merchant: Address) => (await piecesOf(merchant)).join('')

async function load(merchant: Address, csv: string, dryRun = false) {
  const by = { merchant, person: merchant, role: 'owner', correlationId: 'test' } as const
  const { problems, created, updated, unchanged } = describeImport(
    await importItems(ctx, { by, file: await readRows([csv], ctx.config), dryRun }),
  )
  expect(problems).toEqual([])
  return { created, updated, unchanged }
}

async function fieldsOf(merchant: Address) {
  const { rows } = await ctx.db.query<{ images: string[] }>(
    `select sku, name, description, category, tags, price_usd_cents, price_cents, currency,
       price_includes_tax, taxable, stock_qty, images, industry_pack, active
     from items where merchant = $1 order by sku`,
    [merchant],
  )
  return rows
}

const picture = readDemoItems('hazel-paper')[0]?.images?.[0] ?? ''

/** Text that spreadsheets, CSV parsers and our own lists could misread. */
const hostile = (units: string, maxLength = 12) =>
  fc
    .string({ unit: fc.constantFrom(...units, '""', '🍵', 'é'), maxLength })
    .map((text) => text.trim())
const line = 'ab1 =+-@\'",;|＝＋－＠'
const required = hostile(line).map((text) => text || "'")

const price = fc.integer({ min: 0, max: 10 ** 12 }).map((amount) => amount / 100)
const prices = fc.oneof(
  fc.record({ priceUsd: price }),
  fc.record({ price, currency: fc.constantFrom('USD', 'EUR') }),
  fc.record({ price, priceUsd: price, currency: fc.constant('EUR') }),
)
const image = fc.constantFrom('https://a.test/1', 'http://a.test/2?q=a,b;c', picture)

const item: fc.Arbitrary<UpsertItemBody> = fc
  .tuple(
    prices,
    fc.record({
      sku: required,
      name: required,
      description: hostile(`${line}\n`, 30),
      category: hostile(line),
      tags: fc.uniqueArray(
        required.map((tag) => tag.replaceAll(',', ';')),
        { maxLength: 4, selector: foldText },
      ),
      priceIncludesTax: fc.boolean(),
      taxable: fc.boolean(),
      stockQty: fc.integer({ min: -1, max: 10 ** 9 }),
      images: fc.uniqueArray(image),
      industryPack: hostile(line),
      active: fc.boolean(),
    }),
  )
  .map(([amounts, rest]) => ({ ...amounts, ...rest }))

const items = fc.uniqueArray(item, { minLength: 1, maxLength: 8, selector: ({ sku }) => sku })

describe('exportItems', () => {
  test('default', async () => {
    const merchant = await aMerchant()
    const tea = { sku: 'T-2', name: 'Tea, green', tags: ['hot', 'leaf'], priceUsd: 4.5 }
    const cake = { sku: 'C-1', name: '=cake', price: 3, currency: 'EUR', images: [picture] }
    await seedItems(ctx, { merchant, items: [tea, cake] })
    expect((await exported(merchant)).split('\r\n')).toEqual([
      'sku,name,description,category,tags,priceUsd,price,currency,taxable,priceIncludesTax,stockQty,images,industryPack,active,lowStockQty,parentSku,options',
      expect.stringMatching(
        /^C-1,'=cake,,,,,3,EUR,true,false,-1,http:\/\/tally\.test\/media\/[0-9a-f]{64}\/960\.webp,,true,,,$/,
      ),
      'T-2,"Tea, green",,,"hot;leaf",4.5,,,true,false,-1,,,true,,,',
      '',
    ])
  })

  test('behavior: exports only the header without items', async () => {
    expect(await exported(await aMerchant())).toMatch(/^sku,name,.*,options\r\n$/)
  })

  test('behavior: exports every item once, in batches', async () => {
    const merchant = await aMerchant()
    const many = Array.from({ length: 1_000 }, (_, index) => ({
      sku: `S-${index}`,
      name: 'Thing',
      priceUsd: 1,
    }))
    await seedItems(ctx, { merchant, items: many })
    const pieces = await piecesOf(merchant)
    expect(pieces.map((piece) => piece.split('\r\n').length - 1)).toEqual([501, 500, 0])
    expect(await load(merchant, pieces.join(''), true)).toMatchObject({ unchanged: 1_000 })
  })

  test('behavior: importing it changes nothing, and creates the same items elsewhere', {
    tags: 'slow',
    timeout: 60_000,
  }, async () => {
    const run = async (bodies: UpsertItemBody[]) => {
      const [first, second] = [await aMerchant(), await aMerchant()]
      await seedItems(ctx, { merchant: first, items: bodies })
      const csv = await exported(first)
      const none = { created: 0, updated: 0, unchanged: 0 }
      expect(await load(first, csv)).toEqual({ ...none, unchanged: bodies.length })
      expect(await load(second, csv)).toEqual({ ...none, created: bodies.length })

      expect(await fieldsOf(second)).toEqual(await fieldsOf(first))
    }
    await fc.assert(fc.asyncProperty(items, run), { numRuns: 100 })
  })
})
