import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDeveloper } from '../../../test/fixtures/factories.js'
import { useCalls } from '../../../test/fixtures/used-calls.js'
import { createTestApp, type TestApp } from '../../../test/harness.js'
import { type SignedIn, signIn } from '../../../test/sign-in.js'
import { checksumAddress } from '../../lib/hex.js'
import type { ShopConfigChange } from '../shop/schemas.js'
import { seedShopConfig } from '../shop/seed-shop-config.js'
import { updateShopConfig } from '../shop/update-shop-config.js'
import { seedSplit } from '../split/seed-split.js'
import type { DirectoryShop } from './schemas.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const url = '/api/directory/shops'

const get = (query: string, headers: Record<string, string> = {}) =>
  app.inject({ url: url + query, headers })

async function slugs(query: string): Promise<string[]> {
  const response = await get(query)
  expect(response.statusCode).toBe(200)
  return response.json().directory.map(({ slug }: DirectoryShop) => slug)
}

/** A listed shop of a developer. Tests override fields. */
async function aShop(config: ShopConfigChange & { slug: string }) {
  const developer = await aDeveloper(app.ctx)
  const listed = { name: config.slug, listed: true, ...config }
  await seedShopConfig(app.ctx, { merchant: developer.wallet, config: listed })
  return developer
}

async function configure({ headers }: SignedIn, payload: ShopConfigChange) {
  const change = { method: 'POST', url: '/api/shop/config', headers, payload } as const
  expect((await app.inject(change)).statusCode).toBe(200)
}

async function addItems(apiKey: string, items: object[]) {
  for (const payload of items) {
    const headers = { 'x-api-key': apiKey }
    const response = await app.inject({ method: 'POST', url: '/api/inventory', headers, payload })
    expect(response.statusCode).toBe(200)
  }
}

/** Uses up the rate limit of one address for the current minute. */
function exhaust(ip: string): Promise<void> {
  return useCalls(app.ctx, { limit: 'directory', owner: 'network', key: ip, used: 12_000 })
}

describe('GET /api/directory/shops', () => {
  test('default', async () => {
    const theme = {
      brandLogoUrl: 'https://blue.test/logo.png',
      coverPhotoUrl: 'https://blue.test/cover.jpg',
    }
    const shown = {
      name: 'Blue Café',
      slug: 'blue-cafe',
      description: 'Coffee\nand cake',
      categories: ['Food', 'Hot Drinks'],
      keywords: ['espresso'],
      industryPack: 'restaurant',
    }
    const isOpen = true
    const kept = { fees: { processingFeePct: 3.25 }, tax: { taxId: 'DE-PRIVATE' } }
    const { wallet } = await aShop({
      ...shown,
      ...kept,
      theme: { ...theme, brandName: 'Receipts only' },
    })

    const response = await get('?q=blue%20cafe')
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({
      ok: true,
      directory: [{ ...shown, isOpen, theme }],
      meta: { totalReturned: 1, limit: 20, offset: 0, brandContext: 'default', total: 1 },
    })
    for (const secret of [wallet, checksumAddress(wallet), 'PRIVATE', '3.25', 'Receipts only']) {
      expect(response.body.toLowerCase()).not.toContain(secret.toLowerCase())
    }
  })

  test('behavior: sorts by relevance, then name, and combines all filters', async () => {
    const categories = ['Relevant']
    await aShop({ slug: 'rel-c', name: 'Zebra Lamps', categories, keywords: ['zulu'] })
    await aShop({ slug: 'rel-b', name: 'Zulu', categories })
    await aShop({ slug: 'rel-a', name: 'Amber', categories, description: 'From the zulu' })
    await aShop({
      slug: 'rel-d',
      name: 'Zulu Corner',
      categories: ['Other'],
      keywords: ['exact words'],
    })

    expect(await slugs('?categories=relevant')).toEqual(['rel-a', 'rel-c', 'rel-b'])
    expect(await slugs('?categories=RELEVANT&q=zulu')).toEqual(['rel-b', 'rel-c', 'rel-a'])
    expect(await slugs('?categories=other,relevant&q=zulu&keywords=Exact%20Words,zulu')).toEqual([
      'rel-d',
      'rel-c',
    ])
    expect(await slugs('?categories=relevant&keywords=exact')).toEqual([])
  })

  test('behavior: pages and clamps numbers', async () => {
    for (const letter of ['a', 'b', 'c']) {
      await aShop({ slug: `page-${letter}`, keywords: ['paged'] })
    }
    const page = async (query: string) => (await get(`?keywords=paged${query}`)).json()
    expect(await slugs('?keywords=paged&limit=2&offset=1')).toEqual(['page-b', 'page-c'])
    expect((await page('&limit=2&offset=2')).meta).toMatchObject({
      totalReturned: 1,
      limit: 2,
      offset: 2,
      total: 3,
    })
    expect((await page('&limit=0&offset=-3')).meta).toMatchObject({ limit: 1, offset: 0 })
    expect((await page('&limit=51&offset=99')).meta).toMatchObject({
      totalReturned: 0,
      limit: 50,
      offset: 99,
      total: 3,
    })
    expect((await page('&limit=&offset=')).meta).toMatchObject({ limit: 20, offset: 0, total: 3 })
  })

  test('behavior: follows listing changes at once in every process', async () => {
    const owner = await signIn(app)
    const sibling = await app.sibling()
    const everywhere = async () => {
      const other = await sibling.inject(`${url}?keywords=fleeting`)
      const foundSlugs = other.json().directory.map(({ slug }: DirectoryShop) => slug)
      expect(await slugs('?keywords=fleeting')).toEqual(foundSlugs)
      return foundSlugs
    }
    await configure(owner, { name: 'Fleeting', slug: 'fleeting-shop', keywords: ['fleeting'] })
    expect(await everywhere()).toEqual([])
    await configure(owner, { listed: true })
    expect(await everywhere()).toEqual(['fleeting-shop'])
    await configure(owner, { slug: 'fleeting-moved' })
    expect(await everywhere()).toEqual(['fleeting-moved'])
    await configure(owner, { listed: false })
    expect(await everywhere()).toEqual([])
  })

  test('behavior: ignores unknown parameters', async () => {
    await aShop({ slug: 'known-fields', keywords: ['known'] })
    expect(await slugs('?keywords=known&wallet=unknown&page=x&sort=none')).toEqual(['known-fields'])
  })

  test.each([
    ['%25'],
    ['_'],
    ['%5C'],
    ["'"],
    ['%22'],
    ["'%20or%201=1--"],
    ['.*'],
    ['(a%2B)%2B%24'],
    ['%E2%80%8F'],
    ['%E2%80%AE%D7%90'],
    ['%'],
    ['%E0%A4'],
    ['%ED%A0%80'],
    ['__proto__'],
    ['constructor'],
    ['%CC%81'.repeat(100)],
  ])('behavior: treats hostile text as text, %s', async (text) => {
    await aShop({
      slug: `bystander-${Buffer.from(text).toString('hex').slice(0, 40)}`,
      name: `Abc ${Buffer.from(text).toString('hex').slice(0, 40)}`,
    })
    for (const field of ['q', 'categories', 'keywords']) {
      expect(await slugs(`?${field}=${text}`)).toEqual([])
    }
  })

  test('behavior: finds names with special characters', async () => {
    await aShop({ slug: 'hostile', name: `100%_\\"'`, categories: [`%_\\"'`], keywords: ['.*'] })
    for (const text of ['100%', '0%_', '\\', '"', "'", `100%_\\"'`]) {
      expect(await slugs(`?q=${encodeURIComponent(text)}`)).toEqual(['hostile'])
    }
    expect(await slugs(`?categories=${encodeURIComponent(`%_\\"'`)}`)).toEqual(['hostile'])
    expect(await slugs('?keywords=.*')).toEqual(['hostile'])
  })

  test('behavior: handles a long list of categories', async () => {
    await aShop({ slug: 'long-list', categories: ['listing'] })
    expect(await slugs(`?categories=${'listing,'.repeat(1_000)}`)).toEqual(['long-list'])
    expect(await slugs(`?categories=${'x'.repeat(5_000)}`)).toEqual([])
  })

  test('behavior: limits by address without a key, by subscription with one', async () => {
    const ip = '203.0.113.20'
    const { apiKey } = await aDeveloper(app.ctx, { scopes: [], callsPerMinute: 77 })
    const open = await app.inject({ url, remoteAddress: ip })
    expect(open.headers).toMatchObject({
      'x-ratelimit-limit': '12000',
      'x-ratelimit-remaining': '11999',
    })
    const keyed = await app.inject({ url, remoteAddress: ip, headers: { 'x-api-key': apiKey } })
    expect(keyed.headers).toMatchObject({ 'x-ratelimit-limit': '77' })
  })

  test('error: limits the calls of one address', async () => {
    const ip = '203.0.113.21'
    await exhaust(ip)
    for (const path of [url, `${url}/unknown/items`]) {
      const refused = await app.inject({ url: path, remoteAddress: ip })
      expect(refused.statusCode).toBe(429)
      expect(refused.json()).toMatchObject({ error: 'rate_limited' })
    }
    expect((await app.inject({ url, remoteAddress: '203.0.113.22' })).statusCode).toBe(200)
  })

  test.each(['x-api-key', 'ocp-apim-subscription-key'])(
    'error: refuses a bad key in %s',
    async (header) => {
      for (const path of ['', '/unknown/items']) {
        const response = await get(path, { [header]: 'wrong' })
        expect(response.statusCode).toBe(401)
        expect(response.json()).toMatchObject({ error: 'unauthorized' })
      }
    },
  )

  test.each([
    '?limit=x',
    '?offset=x',
    '?limit=1&limit=2',
    '?q=a&q=b',
    '?q=%00',
    '?q=1+2+3+4+5+6+7+8+9',
    `?q=${'x'.repeat(201)}`,
  ])('error: %s', async (query) => {
    const response = await get(query)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ error: 'invalid_input' })
  })
})

describe('GET /api/directory/shops/:slug/items', () => {
  test('default', async () => {
    const { apiKey, wallet } = await aShop({ slug: 'mug-shop' })
    const mug = {
      sku: 'MUG',
      name: 'Mug',
      description: 'Holds tea',
      category: 'Cups',
      tags: ['blue'],
      taxable: false,
      priceIncludesTax: true,
      images: ['https://mugs.test/mug.png'],
      parentSku: null,
      options: {},
    }
    const more = { priceUsd: 12.5, stockQty: 4_711, attributes: { shelf: 'PRIVATE' } }
    await addItems(apiKey, [{ ...mug, ...more }])

    const response = await get('/mug-shop/items')
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({
      ok: true,
      items: [{ ...mug, priceUsd: 12.5, inStock: true }],
      page: 1,
      limit: 50,
      total: 1,
      totalPages: 1,
      hasMore: false,
    })
    for (const secret of [wallet, checksumAddress(wallet), 'PRIVATE', '4711']) {
      expect(response.body).not.toContain(secret)
    }
  })

  test('behavior: lists active items, by name as default', async () => {
    const { apiKey } = await aShop({ slug: 'sorted-shop' })
    await addItems(apiKey, [
      { sku: '1', name: 'Cup', priceUsd: 3, stockQty: 0 },
      { sku: '2', name: 'Bowl', priceUsd: 9, stockQty: 5 },
      { sku: '3', name: 'Amphora', priceUsd: 5, stockQty: 50 },
      { sku: '4', name: 'Secret', priceUsd: 1, active: false },
    ])
    const names = async (query: string) => {
      const response = await get(`/sorted-shop/items${query}`)
      return response.json().items.map(({ name }: { name: string }) => name)
    }
    expect(await names('')).toEqual(['Amphora', 'Bowl', 'Cup'])
    expect(await names('?order=desc')).toEqual(['Cup', 'Bowl', 'Amphora'])
    expect(await names('?sort=priceUsd')).toEqual(['Cup', 'Amphora', 'Bowl'])
    const refused = await get('/sorted-shop/items?sort=stockQty')
    expect(refused.json().message).toBe('sort must be one of name, sku, priceUsd, updatedAt.')
    expect(await names('?stock=out&active=false&taxable=x')).toEqual(['Amphora', 'Bowl', 'Cup'])
    expect(await names('?q=secret')).toEqual([])
    expect(await names('?limit=1&page=2')).toEqual(['Bowl'])
    expect((await get('/sorted-shop/items?q=cup')).json().items[0]).toMatchObject({
      inStock: false,
    })
  })

  test("behavior: lists only this shop's items, even with another merchant's key", async () => {
    const [first, second] = [
      await aShop({ slug: 'one-of-two' }),
      await aShop({ slug: 'two-of-two' }),
    ]
    await addItems(first.apiKey, [{ sku: '1', name: 'Mine', priceUsd: 1 }])
    await addItems(second.apiKey, [{ sku: '1', name: 'Theirs', priceUsd: 1 }])
    const headers = { 'x-api-key': second.apiKey }
    const response = await get(`/one-of-two/items?wallet=${second.wallet}`, headers)
    expect(response.json()).toMatchObject({ total: 1, items: [{ name: 'Mine' }] })
  })

  test('behavior: redirects from a former slug', async () => {
    const owner = await signIn(app)
    const sibling = await app.sibling()
    await configure(owner, { name: 'First', slug: 'first-address', listed: true })
    await configure(owner, { slug: 'second-address' })
    await configure(owner, { slug: 'third-address' })
    for (const { inject } of [app, sibling]) {
      const response = await inject(`${url}/first-address/items?q=a%20b&limit=2`)
      expect(response.statusCode).toBe(308)
      expect(response.headers.location).toBe(`${url}/third-address/items?q=a%20b&limit=2`)
      // A shop may return to its former slug.
      expect(response.headers['cache-control']).toBe('no-store')
      expect((await inject(String(response.headers.location))).statusCode).toBe(200)
    }
    await configure(owner, { listed: false })
    expect((await get('/first-address/items')).statusCode).toBe(404)
  })

  test('behavior: orders and quotes work under a former slug', async () => {
    const { apiKey, wallet } = await aShop({ slug: 'selling-here' })
    await seedSplit(app.ctx, { merchant: wallet })
    await addItems(apiKey, [{ sku: '1', name: 'Cup', priceUsd: 3 }])
    const by = { merchant: wallet, person: wallet, role: 'owner', correlationId: 'test' } as const
    await updateShopConfig(app.ctx, { change: { slug: 'selling-there' }, by })
    const payload = { items: [{ sku: '1', qty: 1 }] }
    for (const verb of ['quote', 'orders']) {
      const path = `${url}/selling-here/${verb}`
      const response = await app.inject({ method: 'POST', url: path, payload })
      expect(response.statusCode, response.body).toBe(200)
    }
  })

  test('error: returns 404 for unlisted and unknown shops', async () => {
    const { apiKey, wallet } = await aShop({ slug: 'hidden-shop', listed: false })
    await addItems(apiKey, [{ sku: '1', name: 'Hidden', priceUsd: 1 }])
    const others = ['unknown', wallet, 'HIDDEN-SHOP', '__proto__', '%25', "'", '%E2%80%8F']
    for (const slug of ['hidden-shop', ...others]) {
      for (const headers of [{}, { 'x-api-key': apiKey }]) {
        const response = await get(`/${slug}/items`, headers)
        expect(response.statusCode).toBe(404)
        expect(response.json()).toEqual({
          error: 'not_found',
          message: 'No listed shop has this slug.',
        })
      }
    }
    expect((await get(`/${'x'.repeat(3_000)}/items`)).statusCode).toBe(414)
  })

  test.each(['?limit=x', '?page=x', '?priceMin=cheap', `?q=${'x'.repeat(201)}`, '?q=%00'])(
    'error: %s',
    async (query) => {
      const slug = `strict-${Buffer.from(query).toString('hex').slice(0, 30)}`
      await aShop({ slug })
      const response = await get(`/${slug}/items${query}`)
      expect(response.statusCode).toBe(400)
      expect(response.json()).toMatchObject({ error: 'invalid_input' })
    },
  )
})

describe('DIRECTORY_PUBLIC=false', () => {
  test('default: requires a key or a session', async () => {
    const { apiKey } = await aShop({ slug: 'behind-the-door' })
    const { headers } = await signIn(app)
    const closed = await app.sibling({ DIRECTORY_PUBLIC: 'false' })
    for (const path of [url, `${url}/behind-the-door/items`]) {
      expect((await closed.inject(path)).statusCode).toBe(401)
      const withKey = { url: path, headers: { 'x-api-key': apiKey } }
      expect((await closed.inject(withKey)).statusCode).toBe(200)
      expect((await closed.inject({ url: path, headers })).statusCode).toBe(200)
    }
  })
})
