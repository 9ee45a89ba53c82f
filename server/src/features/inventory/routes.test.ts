import fc from 'fast-check'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDeveloper } from '../../../test/fixtures/factories.js'
import { createTestApp, type TestApp } from '../../../test/harness.js'
import { type SignedIn, signIn } from '../../../test/sign-in.js'
import { checksumAddress } from '../../lib/hex.js'
import type { InventoryItem } from './schemas.js'

/** One pixel. */
const png =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/** Creates a merchant and returns calls with its key. */
async function aShop(options: Parameters<typeof aDeveloper>[1] = {}) {
  const { apiKey, wallet, keyId } = await aDeveloper(app.ctx, options)
  return { wallet, keyId, ...callsWith({ 'x-api-key': apiKey }) }
}

function callsWith(headers: Record<string, string>, inject: TestApp['inject'] = app.inject) {
  const url = '/api/inventory'
  return {
    get: (query = '') => inject({ url: url + query, headers }),
    post: (payload: object, more: Record<string, string> = {}) =>
      inject({ method: 'POST', url, headers: { ...headers, ...more }, payload }),
    remove: (query: string) => inject({ method: 'DELETE', url: url + query, headers }),
  }
}

type Shop = Awaited<ReturnType<typeof aShop>>

async function put(shop: Pick<Shop, 'post'>, payload: object): Promise<InventoryItem> {
  const response = await shop.post(payload)
  expect(response.statusCode, response.body).toBe(200)
  return response.json().item
}

async function skus(shop: Pick<Shop, 'get'>, query: string): Promise<string[]> {
  const response = await shop.get(query)
  expect(response.statusCode, response.body).toBe(200)
  return response.json().items.map(({ sku }: InventoryItem) => sku)
}

const mug = { sku: 'MUG-1', name: 'Mug', priceUsd: 12.5 }

describe('POST /api/inventory', () => {
  test('default', async () => {
    const shop = await aShop()
    const response = await shop.post(mug)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({
      ok: true,
      created: true,
      item: {
        id: expect.stringMatching(/^itm_[0-9a-z]{26}$/),
        sku: 'MUG-1',
        name: 'Mug',
        description: '',
        category: '',
        tags: [],
        priceUsd: 12.5,
        priceUsdFollowsRate: false,
        priceIncludesTax: false,
        taxable: true,
        stockQty: -1,
        lowStockQty: null,
        parentSku: null,
        options: {},
        reservedQty: 0,
        images: [],
        industryPack: '',
        attributes: {},
        active: true,
        wallet: checksumAddress(shop.wallet),
        revision: 1,
        createdAt: app.ctx.now(),
        updatedAt: app.ctx.now(),
      },
    })
  })

  test('behavior: stores every field', async () => {
    const shop = await aShop()
    const full = {
      ...mug,
      description: 'Holds coffee.\nAlso tea.',
      category: 'Cups',
      tags: ['blue', 'Gift'],
      price: 11.9,
      currency: 'EUR',
      priceIncludesTax: true,
      taxable: false,
      stockQty: 7.125,
      images: ['https://example.com/mug.png', png],
      industryPack: 'retail',
      attributes: { color: { name: 'blue' }, sizes: [1, 2] },
      active: false,
    }
    const item = await put(shop, full)
    const address = expect.stringMatching(/^http:\/\/tally\.test\/media\/[0-9a-f]{64}\/960\.webp$/)
    expect(item).toMatchObject({ ...full, images: ['https://example.com/mug.png', address] })
    const again = await put(shop, { ...full, images: item.images })
    expect(again.images).toEqual(item.images)
    expect((await shop.get()).json().items).toEqual([item])
  })

  test('behavior: updates the given fields of an item with the same SKU', async () => {
    const shop = await aShop()
    const first = await put(shop, { ...mug, category: 'Cups', stockQty: 5 })
    app.ctx.clock.advance(1_000)
    const response = await shop.post({ sku: 'MUG-1', priceUsd: 13 })
    expect(response.json()).toEqual({
      ok: true,
      created: false,
      item: { ...first, priceUsd: 13, revision: 2, updatedAt: app.ctx.now() },
    })
    expect((await shop.get()).json().total).toBe(1)
  })

  test('behavior: lists the items that are low on stock, with and without search words', async () => {
    const shop = await aShop()
    await put(shop, { ...mug, sku: 'LOW', stockQty: 3, lowStockQty: 3 })
    await put(shop, { ...mug, sku: 'NONE', stockQty: 0, lowStockQty: 0 })
    await put(shop, { ...mug, sku: 'ENOUGH', stockQty: 3.001, lowStockQty: 3 })
    await put(shop, { ...mug, sku: 'UNLIMITED', stockQty: -1, lowStockQty: 3 })
    const { id } = await put(shop, { ...mug, sku: 'UNSET', stockQty: 0 })
    for (const q of ['', '&q=mug']) {
      const listed = await skus(shop, `?stock=low&sort=updatedAt&order=asc${q}`)
      expect([q, listed.toSorted()]).toEqual([q, ['LOW', 'NONE']])
    }
    expect(await put(shop, { id, lowStockQty: 2.5 })).toMatchObject({ lowStockQty: 2.5 })
    expect(await put(shop, { id, lowStockQty: null })).toMatchObject({ lowStockQty: null })
  })

  test.each([-1, 1e10, 0.0001])('error: 400 for a lowStockQty of %d', async (lowStockQty) => {
    const shop = await aShop()
    const response = await shop.post({ ...mug, lowStockQty })
    expect([response.statusCode, response.json()]).toEqual([
      400,
      {
        error: 'invalid_input',
        message: 'lowStockQty must be from 0 to 1000000000 with at most three decimals',
      },
    ])
  })

  test('behavior: changes nothing when all values are the same', async () => {
    const shop = await aShop()
    const first = await put(shop, { ...mug, attributes: { a: 1, b: 2 } })
    app.ctx.clock.advance(1_000)
    expect(await put(shop, { ...mug, attributes: { b: 2, a: 1 } })).toEqual(first)
  })

  test('behavior: updates the item with the given id, including its SKU', async () => {
    const shop = await aShop()
    const { id } = await put(shop, mug)
    const renamed = await put(shop, { id, sku: 'MUG-2' })
    expect(renamed).toMatchObject({ id, sku: 'MUG-2', name: 'Mug' })
    expect(await skus(shop, '')).toEqual(['MUG-2'])
  })

  test('error: refuses a SKU of another item, and an unknown or foreign id', async () => {
    const [shop, other] = [await aShop(), await aShop()]
    const { id } = await put(shop, mug)
    await put(shop, { ...mug, sku: 'MUG-2' })
    const foreign = await put(other, mug)
    for (const payload of [
      { id, sku: 'MUG-2' },
      { ...mug, id: 'itm_nobody' },
      { id: foreign.id, name: 'Mine now' },
    ]) {
      const response = await shop.post(payload)
      expect([response.statusCode, response.json().error]).toEqual([400, 'invalid_input'])
    }
    expect((await other.get()).json().items).toEqual([foreign])
  })

  test('behavior: fifty concurrent requests create one item', async () => {
    const shop = await aShop()
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, stockQty) => shop.post({ ...mug, stockQty })),
    )
    expect(responses.filter((response) => response.json().created)).toHaveLength(1)
    expect((await shop.get()).json()).toMatchObject({ total: 1 })
  })

  test('behavior: returns the same response for the same idempotency key', async () => {
    const shop = await aShop()
    const [first, second] = [
      await shop.post(mug, { 'idempotency-key': 'once' }),
      await shop.post(mug, { 'idempotency-key': 'once' }),
    ]
    expect(second.body).toBe(first.body)
    expect(second.json().created).toBe(true)
  })

  test.each([
    ['no SKU', { name: 'Mug', priceUsd: 1 }],
    ['no name', { sku: 'X', priceUsd: 1 }],
    ['no price', { sku: 'X', name: 'Mug' }],
    ['no price left', { ...mug, priceUsd: null }],
    ['a negative price', { ...mug, priceUsd: -0.01 }],
    ['three decimals', { ...mug, priceUsd: 1.005 }],
    ['too high a price', { ...mug, priceUsd: 1e11 }],
    ['a price as text', { ...mug, priceUsd: '12.50' }],
    ['an unknown currency', { ...mug, price: 1, currency: 'GBP' }],
    ['euros without a price', { ...mug, currency: 'EUR' }],
    ['two dollar prices', { ...mug, price: 11, currency: 'USD' }],
    ['less than unlimited', { ...mug, stockQty: -2 }],
    ['half of unlimited', { ...mug, stockQty: -0.5 }],
    ['less than a thousandth', { ...mug, stockQty: 1.0005 }],
    ['a blank SKU', { ...mug, sku: '  ' }],
    ['a long SKU', { ...mug, sku: 'x'.repeat(65) }],
    ['a direction mark', { ...mug, name: 'Mug\u202egum' }],
    ['markup', { ...mug, name: '<b>Mug</b>' }],
    ['a tag with a comma', { ...mug, tags: ['a,b'] }],
    ['a tag twice', { ...mug, tags: ['a', 'A'] }],
    ['tags as text', { ...mug, tags: 'a' }],
    ['an image that is a script', { ...mug, images: ['javascript:alert(1)'] }],
    ['an image with a wrong type', { ...mug, images: [png.replace('png', 'jpeg')] }],
    ['an image with invalid content', { ...mug, images: ['data:image/png;base64,aGVsbG8='] }],
    ['an SVG', { ...mug, images: ['data:image/svg+xml;base64,PHN2Zy8+'] }],
    [
      'nine images',
      { ...mug, images: Array.from({ length: 9 }, (_, n) => `https://a.example/${n}`) },
    ],
    ['attributes as a list', { ...mug, attributes: [] }],
    ['many attributes', { ...mug, attributes: { text: 'x'.repeat(9_000) } }],
    ['a list', []],
  ])('error: %s', async (_name, payload) => {
    const shop = await aShop()
    const response = await shop.post(payload)
    expect([response.statusCode, response.json().error]).toEqual([400, 'invalid_input'])
    expect((await shop.get()).json().total).toBe(0)
  })

  test('behavior: stores a negative zero as zero', async () => {
    const shop = await aShop()
    const response = await app.inject({
      method: 'POST',
      url: '/api/inventory',
      headers: { 'content-type': 'application/json', 'x-api-key': await keyOf(shop) },
      payload: '{"sku":"Z","name":"Zero","priceUsd":-0,"stockQty":-0}',
    })
    expect(response.body).toMatch(/"priceUsd":0[,}]/)
    expect(response.body).toMatch(/"stockQty":0[,}]/)
  })

  test('error: refuses a body of 10 MB', async () => {
    const shop = await aShop()
    const response = await shop.post({ ...mug, description: 'x'.repeat(10_000_000) })
    expect([response.statusCode, response.json().error]).toEqual([413, 'payload_too_large'])
  })

  test('behavior: adds an audit entry with its author', async () => {
    const owner = await signIn(app)
    const { apiKey, keyId } = await aDeveloper(app.ctx, { wallet: owner.wallet })
    const byKey = callsWith({ 'x-api-key': apiKey })
    const { id } = await put(byKey, mug)
    await put(callsWith(owner.headers), { sku: 'MUG-1', priceUsd: 13 })
    await byKey.remove(`?id=${id}`)

    const log = await app.inject({ url: '/api/audit?limit=3', headers: owner.headers })
    expect(log.json().entries).toMatchObject([
      { action: 'item.deleted', actor: keyId, role: 'key', target: id, after: null },
      {
        action: 'item.updated',
        role: 'owner',
        before: { priceUsd: 12.5 },
        after: { priceUsd: 13 },
      },
      { action: 'item.created', actor: keyId, before: null, after: { name: 'Mug' } },
    ])
    expect(log.json().entries[1].actor).toBe(checksumAddress(owner.wallet))
  })
})

describe('native prices', () => {
  const euros = { sku: 'E', name: 'Euro mug', price: 10, currency: 'EUR' }

  test('default: converts to dollars at the current rate', async () => {
    const shop = await aShop()
    expect(await put(shop, euros)).toMatchObject({ price: 10, currency: 'EUR', priceUsd: 10.8 })
    expect((await shop.get()).json().items).toMatchObject([{ price: 10, priceUsd: 10.8 }])
    expect(await skus(shop, '?priceMin=10.8&priceMax=10.8')).toEqual(['E'])
  })

  test('behavior: sorts and filters by a pinned rate at once', async () => {
    const owner = await signIn(app)
    const shop = callsWith(owner.headers)
    await put(shop, euros)
    await put(shop, { ...mug, priceUsd: 11 })
    expect(await skus(shop, '?sort=priceUsd&order=asc')).toEqual(['E', 'MUG-1'])
    await app.inject({
      method: 'POST',
      url: '/api/pricing/config',
      headers: owner.headers,
      payload: { ratePins: { EUR: 1.2 } },
    })
    expect(await skus(shop, '?sort=priceUsd&order=asc')).toEqual(['MUG-1', 'E'])
    expect(await skus(shop, '?priceMin=12')).toEqual(['E'])
  })

  test("behavior: keeps an item's own dollar price", async () => {
    const shop = await aShop()
    expect(await put(shop, { ...euros, priceUsd: 9.99 })).toMatchObject({ priceUsd: 9.99 })
    expect(await put(shop, { sku: 'E', priceUsd: null })).toMatchObject({ priceUsd: 10.8 })
  })

  test('behavior: treats a native price in dollars as the dollar price', async () => {
    const shop = await aShop()
    const inDollars = { sku: 'D', name: 'Dollar mug', price: 5 }
    expect(await put(shop, inDollars)).toMatchObject({ price: 5, currency: 'USD', priceUsd: 5 })
    expect(await put(shop, { sku: 'D', priceUsd: 6 })).toMatchObject({ price: 6, priceUsd: 6 })
    expect((await shop.post({ sku: 'D', currency: 'eur' })).json()).toMatchObject({
      error: 'invalid_input',
    })
    expect(await put(shop, { sku: 'D', price: 6, currency: 'eur' })).toMatchObject({
      priceUsd: 6.48,
    })
  })

  test('behavior: omits dollar prices without a rate, and refuses queries that need them', async () => {
    const dark = await createTestApp({ environment: { RATE_PROVIDERS: 'ecb' } })
    try {
      const { apiKey } = await aDeveloper(dark.ctx)
      const shop = callsWith({ 'x-api-key': apiKey }, dark.inject)
      expect(await put(shop, euros)).not.toHaveProperty('priceUsd')
      await put(shop, mug)
      const { items } = (await shop.get('?sort=sku&order=asc')).json()
      expect(items).toMatchObject([
        { sku: 'E', price: 10 },
        { sku: 'MUG-1', priceUsd: 12.5 },
      ])
      expect(items[0]).not.toHaveProperty('priceUsd')
      for (const query of ['?sort=priceUsd', '?priceMin=1', '?priceMax=1']) {
        const response = await shop.get(query)
        expect([response.statusCode, response.json().error]).toEqual([
          503,
          'exchange_rate_unavailable',
        ])
      }
    } finally {
      await dark.close()
    }
  })
})

describe('GET /api/inventory', () => {
  let shop: Shop
  beforeAll(async () => {
    shop = await aShop()
    const items = [
      {
        sku: 'A',
        name: 'Blue mug',
        description: 'For coffee',
        category: 'Cups',
        tags: ['blue', 'hot'],
      },
      { sku: 'B', name: 'Crème pot', category: 'Pots', tags: ['hot'], taxable: false, stockQty: 0 },
      { sku: 'C%_\\', name: 'Odd "one"', category: 'cups', tags: ['100%'], industryPack: 'retail' },
      { sku: 'D', name: 'Plate', description: 'Blue rim', tags: ['blue'], stockQty: 3 },
    ]
    for (const [index, item] of items.entries()) {
      await put(shop, { priceUsd: index + 1, ...item })
      app.ctx.clock.advance(1_000)
    }
  })

  test('default', async () => {
    const response = await shop.get()
    expect(response.json()).toMatchObject({
      ok: true,
      page: 1,
      limit: 50,
      total: 4,
      totalPages: 1,
      hasMore: false,
    })
    expect(await skus(shop, '')).toEqual(['D', 'C%_\\', 'B', 'A'])
  })

  test.each([
    ['a word of the name', '?q=mug', 'A'],
    ['several words in any field', '?q=coffee%20BLUE', 'A'],
    ['part of a word', '?q=lat', 'D'],
    ['the SKU', '?q=c%25_', 'C%_\\'],
    ['an accent left out', '?q=creme', 'B'],
    ['a tag', '?q=100%25', 'C%_\\'],
    ['the category', '?q=pots', 'B'],
    ['nothing', '?q=kettle', ''],
    ['a literal percent sign', '?q=%25', 'C%_\\'],
    ['a literal underscore', '?q=_', 'C%_\\'],
    ['a backslash', '?q=%5C', 'C%_\\'],
    ['quotes', '?q=%22one%22', 'C%_\\'],
    ['an apostrophe', "?q='%20or%20'1'%3D'1", ''],
    ['category, ignoring case', '?category=CUPS', 'A,C%_\\'],
    ['part of a category', '?category=cup', ''],
    ['taxable', '?taxable=false', 'B'],
    ['any taxable', '?taxable=any&q=pot', 'B'],
    ['in stock', '?stock=in', 'A,C%_\\,D'],
    ['out of stock', '?stock=out', 'B'],
    ['from a price', '?priceMin=3', 'C%_\\,D'],
    ['up to a price', '?priceMax=2', 'A,B'],
    ['between two cents', '?priceMin=1.005&priceMax=2.999', 'B'],
    ['a negative zero', '?priceMin=-0&priceMax=1', 'A'],
    ['a minimum above the maximum', '?priceMin=3&priceMax=2', ''],
    ['any tag', '?tags=blue,100%25', 'A,C%_\\,D'],
    ['all tags', '?tags=blue,HOT&tagsMode=all', 'A'],
    ['no tags between commas', '?tags=,%20,', 'A,B,C%_\\,D'],
    ['pack', '?pack=Retail', 'C%_\\'],
    ['everything at once', '?q=blue&category=cups&taxable=true&stock=in&priceMin=1&tags=hot', 'A'],
    [
      'empty fields of a form',
      '?q=&category=&taxable=&stock=&priceMin=&tags=&tagsMode=',
      'A,B,C%_\\,D',
    ],
  ])('behavior: finds by %s', async (_name, query, expected) => {
    expect((await skus(shop, `${query}&sort=sku&order=asc`)).join()).toBe(expected)
  })

  test.each([
    ['name', 'A,B,C%_\\,D'],
    ['sku', 'A,B,C%_\\,D'],
    ['priceUsd', 'A,B,C%_\\,D'],
    ['stockQty', 'A,C%_\\,B,D'],
    ['updatedAt', 'A,B,C%_\\,D'],
    ['nonsense', 'A,B,C%_\\,D'],
  ])('behavior: sorts by %s', async (sort, expected) => {
    const rising = await skus(shop, `?sort=${sort}&order=asc`)
    // Ties in stock are ordered by id, which is random.
    if (sort !== 'stockQty') expect(rising.join()).toBe(expected)
    expect(rising.at(-1)).toBe('D')
    expect(await skus(shop, `?sort=${sort}&order=desc`)).toEqual(rising.toReversed())
    expect(await skus(shop, `?sort=${sort}&order=sideways`)).toEqual(rising.toReversed())
  })

  test('behavior: pages, and clamps the limit', async () => {
    const page = async (query: string) => (await shop.get(query)).json()
    expect(await page('?limit=3&page=2')).toMatchObject({ total: 4, totalPages: 2, hasMore: false })
    expect(await skus(shop, '?limit=3&page=2')).toEqual(['A'])
    expect(await page('?limit=3')).toMatchObject({ page: 1, hasMore: true })
    expect(await page('?limit=0&page=0')).toMatchObject({ limit: 1, page: 1, total: 4 })
    expect(await page('?limit=9999&page=-3')).toMatchObject({ limit: 200, page: 1 })
    expect(await page('?page=99')).toMatchObject({ items: [], page: 99, total: 4, hasMore: false })
    expect(await page('?q=nothing')).toMatchObject({ total: 0, totalPages: 0, hasMore: false })
  })

  test.each([
    '?limit=ten',
    '?page=NaN',
    '?priceMin=NaN',
    '?priceMin=1e309',
    '?priceMax=Infinity',
    '?priceMax=cheap',
    '?priceMin=1,5',
    `?tags=${Array.from({ length: 21 }, (_, n) => n).join()}`,
    `?q=${'x'.repeat(201)}`,
    '?q=a%20b%20c%20d%20e%20f%20g%20h%20i',
    '?q=a&q=b',
    '?q=%00',
  ])('error: %s', async (query) => {
    const response = await shop.get(query)
    expect([response.statusCode, response.json().error]).toEqual([400, 'invalid_input'])
  })

  test.each([
    'taxable=maybe',
    'taxable=__proto__',
    'stock=full',
    'tagsMode=some',
    'sort=taste',
    'order=up',
  ])('behavior: ignores %s and names it', async (query) => {
    const [name] = query.split('=')
    const response = await shop.get(`?${query}`)
    expect([response.statusCode, response.headers['x-ignored-fields']]).toEqual([200, name])
    const message = expect.stringContaining(`${name} was ignored: it must be one of `)
    expect(response.json()).toMatchObject({ total: 4, warnings: [{ field: name, message }] })
  })

  test('behavior: names unknown fields and unknown values together', async () => {
    const response = await shop.get('?stock=full&color=red')
    expect(response.headers['x-ignored-fields']).toBe('color, stock')
  })

  test('behavior: matches any text literally or refuses it', { tags: 'slow' }, async () => {
    const hostile = fc.string({ unit: 'binary', maxLength: 60 })
    await fc.assert(
      fc.asyncProperty(hostile, async (text) => {
        const q = encodeURIComponent(text.toWellFormed())
        const response = await shop.get(`?q=${q}&category=${q}&tags=${q}&pack=${q}`)
        expect([200, 400]).toContain(response.statusCode)
      }),
      { seed: 4, numRuns: 150 },
    )
  })

  test('behavior: shows a change to another process at once', async () => {
    const { apiKey } = await aDeveloper(app.ctx)
    const here = callsWith({ 'x-api-key': apiKey })
    const sibling = await app.sibling()
    const siblingCalls = callsWith({ 'x-api-key': apiKey }, sibling.inject)
    const { id } = await put(here, mug)
    expect(await skus(siblingCalls, '')).toEqual(['MUG-1'])
    await put(here, { ...mug, sku: 'MUG-2' })
    await put(siblingCalls, { ...mug, sku: 'MUG-3' })
    expect(await skus(siblingCalls, '?sort=sku')).toEqual(['MUG-3', 'MUG-2', 'MUG-1'])
    await siblingCalls.remove(`?id=${id}`)
    expect(await skus(here, '?sort=sku')).toEqual(['MUG-3', 'MUG-2'])
  })
})

describe('GET /api/inventory/{id}', () => {
  test('default: with its revision as ETag', async () => {
    const shop = await aShop()
    const item = await put(shop, mug)
    const response = await shop.get(`/${item.id}`)
    expect([response.statusCode, response.json()]).toEqual([200, { ok: true, item }])
    expect(response.headers['etag']).toBe('"1"')
  })

  test('error: 404 for an item of another merchant', async () => {
    const { id } = await put(await aShop(), mug)
    expect((await (await aShop()).get(`/${id}`)).statusCode).toBe(404)
  })
})

describe('GET /api/inventory/facets', () => {
  test('default: counts by category, tag and stock', async () => {
    const shop = await aShop()
    const cup = { category: 'Cups', tags: ['blue', 'gift'] }
    await put(shop, { ...mug, ...cup, stockQty: 0 })
    await put(shop, { ...mug, ...cup, sku: 'MUG-2', tags: ['blue'], stockQty: 2, lowStockQty: 2 })
    await put(shop, { ...mug, sku: 'TEA-1', category: 'Tea', active: false })
    await put(shop, { ...mug, sku: 'TEA-2' })
    expect((await shop.get('/facets')).json()).toEqual({
      ok: true,
      items: 4,
      active: 3,
      low: 1,
      out: 1,
      categories: [
        { name: 'Cups', items: 2 },
        { name: 'Tea', items: 1 },
      ],
      tags: [
        { name: 'blue', items: 2 },
        { name: 'gift', items: 1 },
      ],
    })
  })
})

describe('GET /api/inventory, for people', () => {
  test('default: variants follow their parent, and items can be for sale or not', async () => {
    const shop = await aShop()
    for (const sku of ['SHIRT-10', 'SHIRT', 'A-1']) await put(shop, { ...mug, sku })
    for (const size of ['XL', 'M']) {
      const variant = { sku: `Z-${size}`, parentSku: 'SHIRT', options: { size } }
      await put(shop, { ...mug, ...variant, active: size === 'M' })
    }
    const sorted = await skus(shop, '?sort=product&order=asc')
    expect(sorted).toEqual(['A-1', 'SHIRT', 'Z-M', 'Z-XL', 'SHIRT-10'])
    expect(await skus(shop, '?active=false')).toEqual(['Z-XL'])
    expect(await skus(shop, '?active=true&parentSku=SHIRT')).toEqual(['Z-M'])
  })

  test('behavior: a dollar price says whether it follows the rate', async () => {
    const shop = await aShop()
    await put(shop, { sku: 'E', name: 'Cup', price: 10, currency: 'EUR' })
    const fixed = await put(shop, { sku: 'E', priceUsd: 12 })
    expect(fixed).toMatchObject({ priceUsd: 12, price: 10, priceUsdFollowsRate: false })
    const following = await put(shop, { sku: 'E', priceUsd: null })
    expect(following).toMatchObject({ price: 10, priceUsdFollowsRate: true })
  })
})

describe('DELETE /api/inventory', () => {
  test('default', async () => {
    const shop = await aShop()
    const { id } = await put(shop, mug)
    const response = await shop.remove(`?id=${id}`)
    expect([response.statusCode, response.json()]).toEqual([200, { ok: true, id, deleted: true }])
    expect((await shop.get()).json().total).toBe(0)
    expect((await shop.remove(`?id=${id}`)).json()).toEqual({ ok: true, id, deleted: false })
  })

  test('behavior: allows using the SKU again', async () => {
    const shop = await aShop()
    const { id } = await put(shop, mug)
    await shop.remove(`?id=${id}`)
    expect((await put(shop, mug)).id).not.toBe(id)
  })

  test("behavior: returns deleted: false for another merchant's item", async () => {
    const [shop, other] = [await aShop(), await aShop()]
    const { id } = await put(other, mug)
    expect((await shop.remove(`?id=${id}`)).json()).toEqual({ ok: true, id, deleted: false })
    expect((await other.get()).json().total).toBe(1)
  })

  test.each(['', '?id='])('error: returns 400 id_required without an id (%s)', async (query) => {
    const response = await (await aShop()).remove(query)
    expect([response.statusCode, response.json().error]).toEqual([400, 'id_required'])
  })
})

describe('access to /api/inventory', () => {
  test('error: returns 403 for a key without the scope', async () => {
    const reader = await aShop({ scopes: ['inventory:read'] })
    const writer = await aShop({ scopes: ['inventory:write'] })
    expect((await reader.get()).statusCode).toBe(200)
    expect((await reader.post(mug)).statusCode).toBe(403)
    expect((await reader.remove('?id=x')).statusCode).toBe(403)
    expect((await writer.get()).statusCode).toBe(403)
    expect((await writer.post(mug)).statusCode).toBe(200)
  })

  test('behavior: binds a key to its own merchant, whatever wallet is sent', async () => {
    const [shop, other] = [await aShop(), await aShop()]
    await put(other, mug)
    const item = await put(shop, { ...mug, sku: 'MINE', wallet: other.wallet })
    expect(item.wallet).toBe(checksumAddress(shop.wallet))
    expect(await skus(shop, `?wallet=${other.wallet}`)).toEqual(['MINE'])
  })

  test("behavior: grants access by role, only for the member's merchant", async () => {
    const owner = await signIn(app)
    const admin = await aMember(owner, 'admin')
    const cashier = await aMember(owner, 'cashier')
    const thirdParty = await signIn(app)

    const at = { wallet: owner.wallet }
    expect((await callsWith(admin.headers).post({ ...mug, ...at })).statusCode).toBe(200)
    expect((await callsWith(cashier.headers).post({ ...mug, ...at })).statusCode).toBe(403)
    expect(await skus(callsWith(cashier.headers), `?wallet=${owner.wallet}`)).toEqual(['MUG-1'])
    expect((await callsWith(thirdParty.headers).post({ ...mug, ...at })).statusCode).toBe(403)
    expect((await callsWith(thirdParty.headers).get(`?wallet=${owner.wallet}`)).statusCode).toBe(
      403,
    )
  })

  test('error: refuses a session without its CSRF token', async () => {
    const { cookie } = await signIn(app)
    expect((await callsWith({ cookie }).post(mug)).statusCode).toBe(403)
  })

  test('error: returns 401 without authentication', async () => {
    expect((await callsWith({}).get()).statusCode).toBe(401)
  })
})

async function keyOf({ wallet }: Pick<Shop, 'wallet'>): Promise<string> {
  return (await aDeveloper(app.ctx, { wallet })).apiKey
}

/** Adds a member to the owner's team. */
async function aMember(owner: SignedIn, role: string): Promise<SignedIn> {
  const privateKey = generatePrivateKey()
  const invited = await app.inject({
    method: 'POST',
    url: '/api/members',
    headers: owner.headers,
    payload: { member: privateKeyToAddress(privateKey), role },
  })
  expect(invited.statusCode, invited.body).toBe(201)
  const member = await signIn(app, { privateKey })
  const { headers } = member
  const { invitations } = (await app.inject({ url: '/api/invitations', headers })).json()
  await app.inject({
    method: 'POST',
    url: `/api/invitations/${invitations[0].id}/accept`,
    headers,
  })
  return member
}
