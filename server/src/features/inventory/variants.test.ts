import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aSeller } from '../../../test/fixtures/seller.js'
import { createTestApp, type TestApp } from '../../../test/harness.js'
import type { InventoryItem } from './schemas.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const url = '/api/inventory'
let shops = 0

async function aShop() {
  shops += 1
  const slug = `shop-${shops}`
  const { headers } = await aSeller(app, { config: { slug, name: 'Shirts', listed: true } })
  const put = (payload: object) => app.inject({ method: 'POST', url, headers, payload })
  const get = (path: string) => app.inject({ url: path, headers })
  return { headers, slug, put, get }
}

const shirt = (size: string, fields: object = {}) => ({
  ...{ sku: `SHIRT-${size}`, name: 'Shirt', priceUsd: 25, parentSku: 'SHIRT', options: { size } },
  ...fields,
})

const skusOf = (response: { json: () => { items: InventoryItem[] } }) =>
  response.json().items.map(({ sku }) => sku)

describe('variants', () => {
  test('default', async () => {
    const shop = await aShop()
    const first = (await shop.put(shirt('L', { options: { size: 'L', color: 'Red' } }))).json().item
    expect(first).toMatchObject({ parentSku: 'SHIRT', options: { size: 'L', color: 'Red' } })
    await shop.put(shirt('M'))
    await shop.put({ sku: 'MUG', name: 'Mug', priceUsd: 9 })

    // With and without the search index.
    for (const query of ['', '&q=shirt', '&sort=sku&order=asc']) {
      const found = skusOf(await shop.get(`${url}?parentSku=SHIRT${query}`))
      expect([query, found.toSorted()]).toEqual([query, ['SHIRT-L', 'SHIRT-M']])
    }
    expect(skusOf(await shop.get(`${url}?parentSku=shirt`))).toEqual([])
    const published = await shop.get(`/api/directory/shops/${shop.slug}/items?parentSku=SHIRT`)
    expect(published.json().items).toMatchObject([{ parentSku: 'SHIRT' }, { parentSku: 'SHIRT' }])
  })

  test('behavior: an item leaves its siblings with its options', async () => {
    const shop = await aShop()
    await shop.put(shirt('L'))
    const left = await shop.put({ sku: 'SHIRT-L', parentSku: null })
    expect(left.json().item).toMatchObject({ parentSku: null, options: {}, revision: 2 })
  })

  test.each([
    [{ options: {} }, 'a variant needs options, such as {"size": "L"}'],
    [{ parentSku: null, options: { size: 'L' } }, 'options need a parentSku'],
    [{ parentSku: 'SHIRT-XL' }, 'parentSku must differ from sku'],
    [{ options: { size: '' } }, 'options values must not be empty'],
    [{ options: { 'si=ze': 'L' } }, 'options names must not contain ; or ='],
    [{ options: { size: 'L', Size: 'M' } }, 'options must not name an option twice'],
    [{ options: { size: 'x'.repeat(41) } }, 'options values must have at most 40 characters'],
    [{ options: { a: '1', b: '1', c: '1', d: '1', e: '1', f: '1' } }, 'at most 5 options'],
    [{ options: { size: 'L' } }, 'SHIRT-L already has these options.'],
    [{ parentSku: 'SHIRT-L' }, 'SHIRT-L is a variant itself.'],
    [
      { sku: 'SHIRT', parentSku: 'CLOTHES' },
      'SHIRT has variants, so it cannot be a variant itself.',
    ],
    [{ parentSku: '' }, 'parentSku must not be empty'],
    [{ options: { size: 7 } }, 'options'],
    [{ options: ['L'] }, 'options'],
  ])('error: 400 for %j', async (fields, message) => {
    const shop = await aShop()
    await shop.put(shirt('L'))
    const refused = await shop.put(shirt('XL', fields))
    expect([refused.statusCode, refused.json()]).toEqual([
      400,
      { error: 'invalid_input', message: expect.stringContaining(message) },
    ])
    expect(skusOf(await shop.get(url))).toEqual(['SHIRT-L'])
  })

  test('error: 400 for the 101st variant', async () => {
    const shop = await aShop()
    const row = (index: number) => `S-${index},Shirt,25,SHIRT,size=${index}`
    const rows = Array.from({ length: 101 }, (_, index) => row(index))
    const csv = (count: number) =>
      ['sku,name,priceUsd,parentSku,options', ...rows.slice(0, count)].join('\n')
    const load = (count: number, query = '') =>
      app.inject({
        method: 'POST',
        url: `${url}/import${query}`,
        headers: { ...shop.headers, 'content-type': 'text/csv' },
        payload: csv(count),
      })
    const tried = await load(101, '?dryRun=true')
    expect(tried.json()).toMatchObject({
      problemCount: 101,
      problems: expect.arrayContaining([
        { line: 2, message: 'A product has at most 100 variants' },
      ]),
    })
    expect((await load(101)).statusCode).toBe(400)
    expect((await load(100)).json()).toMatchObject({ created: 100 })
  })

  test('behavior: an exported file with variants changes nothing when it is imported', async () => {
    const shop = await aShop()
    for (const size of ['S', 'M']) await shop.put(shirt(size))
    const { body: payload } = await shop.get(`${url}/export`)
    expect(payload).toContain('SHIRT,size=M')
    const headers = { ...shop.headers, 'content-type': 'text/csv' }
    const tried = await app.inject({
      method: 'POST',
      url: `${url}/import?dryRun=true`,
      headers,
      payload,
    })
    expect(tried.json()).toMatchObject({ created: 0, updated: 0, unchanged: 2, problems: [] })
  })
})
