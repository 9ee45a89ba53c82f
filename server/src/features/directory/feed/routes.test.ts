import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDeveloper } from '../../../../test/fixtures/factories.js'
import { useCalls } from '../../../../test/fixtures/used-calls.js'
import { createTestApp, type TestApp } from '../../../../test/harness.js'
import { seedShopConfig } from '../../shop/seed-shop-config.js'

let app: TestApp
let headers: { 'x-api-key': string }
beforeAll(async () => {
  app = await createTestApp()
  headers = { 'x-api-key': await aShop('blue-cafe', { listed: true }) }
  await aShop('hidden-shop', { listed: false })
  await addItem({
    sku: 'CUP 1',
    name: 'Cup',
    description: 'Holds coffee',
    category: 'Dishes',
    priceUsd: 9.5,
    stockQty: 3,
    images: [pixel, 'https://img.test/a.png', 'https://img.test/b.png'],
  })
  await addItem({ sku: 'BAG', name: 'Bag', price: 10, currency: 'EUR', stockQty: 0 })
  await addItem({ sku: 'OLD', name: 'Old', priceUsd: 1, active: false })
})
afterAll(() => app.close())

const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

async function aShop(slug: string, { listed }: { listed: boolean }): Promise<string> {
  const { wallet: merchant, apiKey } = await aDeveloper(app.ctx)
  await seedShopConfig(app.ctx, { merchant, config: { name: slug, slug, listed } })
  return apiKey
}

async function addItem(payload: object) {
  const response = await app.inject({ method: 'POST', url: '/api/inventory', headers, payload })
  expect(response.statusCode).toBe(200)
}

const get = (query = '', more: Record<string, string> = {}) =>
  app.inject({ url: `/api/directory/shops/blue-cafe/feed${query}`, headers: more })

describe('GET /api/directory/shops/{slug}/feed', () => {
  test('default', async () => {
    const response = await get()
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({
      'cache-control': 'public, max-age=60',
      etag: expect.stringMatching(/^"[\w-]{43}"$/),
      'access-control-allow-origin': '*',
    })
    const items = 'http://tally.test/api/directory/shops/blue-cafe/items'
    expect(response.json()).toEqual({
      ok: true,
      products: [
        {
          id: 'BAG',
          title: 'Bag',
          description: '',
          link: `${items}?q=BAG`,
          price: '10.80 USD',
          availability: 'out_of_stock',
        },
        {
          id: 'CUP 1',
          title: 'Cup',
          description: 'Holds coffee',
          link: `${items}?q=CUP%201`,
          price: '9.50 USD',
          availability: 'in_stock',
          product_type: 'Dishes',
          image_link: 'https://img.test/a.png',
          additional_image_link: ['https://img.test/b.png'],
        },
      ],
      page: 1,
      limit: 200,
      total: 2,
      totalPages: 1,
      hasMore: false,
    })
  })

  test('behavior: the link of a product returns it', async () => {
    const [, cup] = (await get()).json().products
    const { items } = (await app.inject(cup.link.replace('http://tally.test', ''))).json()
    expect(items.map((item: { sku: string }) => item.sku)).toEqual(['CUP 1'])
  })

  test('behavior: pages', async () => {
    const { products, totalPages, hasMore } = (await get('?limit=1&page=2')).json()
    expect(products.map(({ id }: { id: string }) => id)).toEqual(['CUP 1'])
    expect({ totalPages, hasMore }).toEqual({ totalPages: 2, hasMore: false })
    expect((await get('?limit=1000')).json().limit).toBe(200)
  })

  test('behavior: an unchanged page is not sent again', async () => {
    const { etag } = (await get()).headers
    const repeatedResponse = await get('', { 'if-none-match': String(etag) })
    expect([
      repeatedResponse.statusCode,
      repeatedResponse.body,
      repeatedResponse.headers.etag,
    ]).toEqual([304, '', etag])

    await addItem({ sku: 'CUP 1', stockQty: 0 })
    const changed = await get('', { 'if-none-match': String(etag) })
    expect(changed.statusCode).toBe(200)
    expect(changed.json().products[1]).toMatchObject({ availability: 'out_of_stock' })
  })

  test.each(['hidden-shop', 'unknown'])('error: not_found for %s', async (slug) => {
    const response = await app.inject(`/api/directory/shops/${slug}/feed`)
    expect([response.statusCode, response.json().error]).toEqual([404, 'not_found'])
  })

  test('error: a page that is not a number', async () => {
    const response = await get('?page=last')
    expect([response.statusCode, response.json().error]).toEqual([400, 'invalid_input'])
  })

  test('error: rate_limited beyond the limit of a network address', async () => {
    const key = '203.0.113.9'
    await useCalls(app.ctx, { limit: 'directory', owner: 'network', key, used: 12_000 })
    const url = '/api/directory/shops/blue-cafe/feed'
    const response = await app.inject({ url, remoteAddress: key })
    expect([response.statusCode, response.json().limit]).toEqual([429, 'directory'])
  })
})

describe('pages of long items', () => {
  type Page = { limit: number; total: number; totalPages: number; hasMore: boolean }

  test('behavior: have fewer items, and page numbers still lead to every item once', async () => {
    const apiKey = await aShop('long-shop', { listed: true })
    const skus = Array.from({ length: 50 }, (_, index) => `L${String(index).padStart(2, '0')}`)
    for (const sku of skus) {
      const payload = { sku, name: sku, priceUsd: 1, description: '長'.repeat(5_000) }
      const headers = { 'x-api-key': apiKey }
      const added = await app.inject({ method: 'POST', url: '/api/inventory', headers, payload })
      expect(added.statusCode).toBe(200)
    }
    const readAll = async (url: string, skusOf: (page: never) => string[]) => {
      const problems: string[] = []
      for (let page = 1; ; page += 1) {
        const headers = { 'x-api-key': apiKey }
        const response = await app.inject({ url: `${url}?limit=200&page=${page}`, headers })
        expect(Buffer.byteLength(response.body)).toBeLessThan(600_000)
        const body = response.json()
        const { limit, total, totalPages, hasMore }: Page = body
        expect([limit, total, totalPages]).toEqual([33, 50, 2])
        problems.push(...skusOf(body as never))
        if (!hasMore) return problems
      }
    }
    const shop = '/api/directory/shops/long-shop'
    const ofItems = ({ items }: { items: { sku: string }[] }) => items.map(({ sku }) => sku)
    const ofFeed = ({ products }: { products: { id: string }[] }) => products.map(({ id }) => id)
    expect((await readAll(`${shop}/items`, ofItems)).toSorted()).toEqual(skus)
    expect((await readAll(`${shop}/feed`, ofFeed)).toSorted()).toEqual(skus)
    expect((await readAll('/api/inventory', ofItems)).toSorted()).toEqual(skus)
  })
})
