import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aListedShop, type ListedShop } from './fixtures/anonymous-caller.js'
import { countStatements } from './fixtures/count-statements.js'
import { createTestApp, type TestApp } from './harness.js'

let app: TestApp
let shop: ListedShop
let statementsOf: ReturnType<typeof countStatements>
beforeAll(async () => {
  app = await createTestApp()
  const options = (size: string) => ({ parentSku: 'SHIRT', options: { size } })
  shop = await aListedShop(app, {
    stockQty: -1,
    items: [
      { sku: 'S', name: 'Shirt', priceUsd: 20, ...options('S') },
      { sku: 'L', name: 'Shirt', priceUsd: 25, ...options('L') },
      { sku: 'E', name: 'Bowl', price: 24, currency: 'EUR' },
    ],
  })
  // Loads the list of shops and the catalog.
  for (const url of ['/shops', `/shop/${shop.slug}`]) await app.inject(url)
  statementsOf = countStatements(app)
})
afterAll(() => app.close())

const read = (url: string, cookie = '') => ({ url, headers: cookie === '' ? {} : { cookie } })

/** Statements per request. A page must not need more of them with a longer cart or catalog. */
describe('round trips of shop pages', () => {
  test.each([
    ['the list of shops', '/shops', '', 1],
    ['a shop', '', '', 5],
    ['a search', '?q=shirt', '', 5],
    ['an item', '/items/T', '', 4],
    ['an item with variants', '/items/S', '', 4],
    ['a shop with a cart', '', 'T~1', 6],
    ['a cart of one item', '/cart', 'T~1', 7],
    ['a cart of many items', '/cart', 'T~1.S~1.L~2', 7],
  ])('behavior: %s', async (_name, path, cart, count) => {
    const url = path === '/shops' ? path : `/shop/${shop.slug}${path}`
    const statements = await statementsOf(read(url, cart && `cart_${shop.slug}=${cart}`))
    expect(statements, statements.join('\n')).toHaveLength(count)
  })
})
