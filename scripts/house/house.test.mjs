import { describe, expect, test } from 'vitest'
import { countCrossings, groupCrossings, listArrowsUp } from './crossings.mjs'
import { parseSources } from './read-sources.mjs'
import {
  listFlatFolders,
  listForeignSql,
  listFragments,
  listImportedFiles,
  listPrivateImports,
  listRoutesWithoutOutage,
  listShortFiles,
  listUnusedPublicFiles,
  readOwners,
  readReadModels,
} from './rules.mjs'

const long = (count) => '\n'.repeat(count)

const shop = parseSources({
  'features/orders/place-order.ts': `
    import { getShop, type Shop } from '../shop/get-shop.js'
    import { limit as maxItems } from '../shop/limits.js'
    import type { Money } from '../rates/money.js'
    export function placeOrder(shop: Shop): Money {
      getShop(shop)
      return price(getShop(shop), { limit: maxItems })
    }
    const price = (shop: Shop, limits: object) => shop.getShop(limits)
    export function unused() { getShop() }`,
  'features/shop/get-shop.ts': `
    import { findRate } from '../rates/find-rate.js'
    export function getShop(shop: unknown) { return findRate(shop) }`,
  'features/shop/limits.ts': 'export const limit = 5',
  'features/rates/find-rate.ts': 'export const findRate = (pair: unknown) => pair',
  'features/rates/money.ts': 'export type Money = bigint',
})

describe('countCrossings', () => {
  const entry = { path: 'features/orders/place-order.ts', name: 'placeOrder' }

  test('behavior: counts each place that uses a value of another feature', () => {
    const { files, crossings } = countCrossings(shop, entry)
    const pairs = groupCrossings(crossings).map(([pair, group]) => `${pair} ${group.length}`)
    expect(pairs).toEqual(['orders -> shop 3', 'shop -> rates 1'])
    expect(files).toBe(4)
  })

  test('error: an entry that does not exist is reported', () => {
    expect(() => countCrossings(shop, { ...entry, name: 'sell' })).toThrow('has no sell')
  })
})

test('listArrowsUp reports imports of a folder from one below it', () => {
  const modules = parseSources({
    'features/payments/index/save.ts': `import { find } from '../find/find.js'`,
    'features/payments/find/find.ts': `import { read } from '../index/read.js'`,
    'features/payments/index/read.ts': '',
  })
  const arrows = listArrowsUp(modules, ['payments/index', 'payments/find'])
  expect(arrows.map(({ folders }) => folders)).toEqual(['payments/index -> payments/find'])
})

describe('front doors', () => {
  const publicFiles = { rates: ['find-rate.ts', 'money.ts'], shop: ['get-shop.ts', 'limits.ts'] }

  test('default', () => {
    expect(listImportedFiles(shop)).toEqual(publicFiles)
    expect(listPrivateImports(shop, publicFiles)).toEqual([])
    expect(listUnusedPublicFiles(shop, publicFiles)).toEqual([])
  })

  test('error: an import of a private file is reported, even of a type', () => {
    expect(listPrivateImports(shop, { ...publicFiles, rates: ['find-rate.ts'] })).toEqual([
      'features/orders/place-order.ts imports features/rates/money.ts, which is private to rates',
    ])
  })

  test('error: a private file that is loaded with import() is reported', () => {
    const modules = parseSources({
      'features/orders/lazy.ts': `const load = () => import('../shop/store.js')`,
    })
    expect(listPrivateImports(modules, publicFiles)).toEqual([
      'features/orders/lazy.ts imports features/shop/store.ts, which is private to shop',
    ])
  })

  test('error: a public file that no other feature imports is reported', () => {
    const shopFiles = [...publicFiles.shop, 'store.ts']
    expect(listUnusedPublicFiles(shop, { ...publicFiles, shop: shopFiles })).toEqual([
      'features/shop/store.ts',
    ])
  })
})

test('listForeignSql reports tables of other features outside listed read models', () => {
  const query = `
    // Reads from payments.
    const sql = (where: string) => \`select 1 from receipts join items on true \${where}
      left join events on true, merchants\``
  const modules = parseSources({
    'features/orders/store.ts': query,
    'features/orders/read-model/store.ts': query,
    'features/shop/read-model/store.ts': query,
    'features/orders/place-order.ts': query,
    'features/orders/messages.ts': `const problem = 'Remove the tea from items.'`,
    'features/receipts/receipt-sql.ts': query,
    'features/receipts/list-store.ts': `db.query('select 1 from receipts as r, items')`,
  })
  const page = `
| \`orders/read-model/\` | the receipts of orders |
| \`items\` | inventory | id | a | forever |
| \`events\` | platform | id | a | forever |
| \`payments\` | settlement | id | a | forever |
| \`receipts\` | receipts | id | a | forever |
`
  const tables = { owners: readOwners(page), readModels: readReadModels(page) }
  expect(listForeignSql(modules, tables)).toEqual([
    'features/orders/store.ts items',
    'features/orders/store.ts receipts',
    'features/shop/read-model/store.ts items',
    'features/shop/read-model/store.ts receipts',
    'features/orders/place-order.ts items',
    'features/orders/place-order.ts receipts',
    'features/receipts/receipt-sql.ts items',
    'features/receipts/list-store.ts items',
  ])
})

test('listFlatFolders reports folders of more than 40 files', () => {
  const files = (folder, count) => Array.from({ length: count }, (_, index) => `${folder}/${index}`)
  const paths = [...files('a', 40), ...files('a/b', 41), ...files('docs', 41)]
  expect(listFlatFolders(paths)).toEqual(['a/b'])
})

test('listRoutesWithoutOutage reports routes without `outage` in their config', () => {
  const modules = parseSources({
    'features/shop/routes.ts': `
      app.get('/api/a', { config: { guard, outage: 'refuse' } }, handler)
      app.post('/api/b', { config: { guard } }, handler)
      app.get('/api/c', { schema }, handler)
      memory.get('/api/d')`,
  })
  expect(listRoutesWithoutOutage(modules)).toEqual(['GET /api/c', 'POST /api/b'])
})

describe('sizes', () => {
  const modules = parseSources({
    'lib/a.ts': `import './short.js'\nimport './fragment.js'\nimport './shared.js'${long(50)}`,
    'lib/short.ts': long(14),
    'lib/fragment.ts': long(39),
    'lib/shared.ts': long(39),
    'lib/full.ts': `import './shared.js'${long(40)}`,
    'lib/other/b.ts': `import '../full.js'${long(50)}`,
  })

  test('listShortFiles reports files under 15 lines', () => {
    expect(listShortFiles(modules)).toEqual(['lib/short.ts'])
  })

  test('listFragments reports files under 40 lines with one importer in the same folder', () => {
    expect(listFragments(modules)).toEqual(['lib/short.ts', 'lib/fragment.ts'])
  })
})
