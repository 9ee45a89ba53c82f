import { generatePrivateKey } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { errorOf, makeItem, unique, useService } from './client.js'

const service = useService()

/** Changes show after 2 s at most; a busy machine gets longer. */
const within = { timeout: 10_000 }

type Page = { ok: boolean; directory: { slug: string }[]; meta: Record<string, unknown> }

async function search(query = '') {
  const { body } = await service.anyone<Page>(`GET /api/directory/shops${query}`)
  return { ...body, slugs: body.directory.map(({ slug }) => slug) }
}

describe('GET /api/directory/shops', () => {
  test('behavior: {ok, directory, meta: {totalReturned, limit, offset, brandContext}}', async () => {
    const { ok, directory, meta } = await search()
    expect(ok).toBe(true)
    expect(meta).toEqual({
      totalReturned: directory.length,
      limit: 20,
      offset: 0,
      brandContext: 'default',
      total: directory.length,
    })
  })

  test('behavior: an entry has the fields of 2.4 and no others', async () => {
    const { directory } = await search()
    expect(directory.find(({ slug }) => slug === service.demo.shopSlug)).toEqual({
      name: 'Notch & Bean',
      slug: service.demo.shopSlug,
      description: expect.any(String),
      categories: ['food', 'coffee'],
      keywords: expect.arrayContaining(['coffee', 'espresso']),
      industryPack: 'restaurant',
      theme: { brandLogoUrl: expect.any(String), coverPhotoUrl: expect.any(String) },
    })
  })

  test.each([
    ['name', 'notch'],
    ['keyword', 'espresso'],
    ['category', 'food'],
    ['description', 'tuesdays'],
  ])('behavior: q searches over the %s', async (_field, word) => {
    expect((await search(`?q=${word}`)).slugs).toEqual([service.demo.shopSlug])
  })

  test.each([
    ['?categories=stationery,food', 2],
    ['?categories=FOOD', 1],
    ['?categories=foo', 0],
    ['?keywords=ink,tea', 2],
    ['?keywords=in', 0],
    ['?categories=food&keywords=ink', 0],
    ['?categories=stationery&keywords=ink&q=hazel', 1],
  ])('behavior: comma-separated exact categories and keywords: %s', async (query, count) => {
    expect((await search(query)).slugs).toHaveLength(count)
  })

  test('behavior: offset and limit choose a page', async () => {
    const [first, second] = [await search('?limit=1'), await search('?limit=1&offset=1')]
    expect(first.meta).toMatchObject({ totalReturned: 1, limit: 1, offset: 0 })
    expect(second.meta).toMatchObject({ totalReturned: 1, limit: 1, offset: 1 })
    expect(first.slugs).not.toEqual(second.slugs)
    expect((await search('?offset=1000')).meta).toMatchObject({ totalReturned: 0, offset: 1000 })
  })

  test('behavior: only active shops', async () => {
    const { ask } = await service.signIn(generatePrivateKey())
    const slug = unique('shop')
    await ask('POST /api/shop/config', { body: { name: slug, slug, listed: false } })
    expect((await search(`?q=${slug}`)).slugs).toEqual([])

    await ask('POST /api/shop/config', { body: { listed: true } })
    const found = async () => (await search(`?q=${slug}`)).slugs
    await expect.poll(found, within).toEqual([slug])
    await ask('POST /api/shop/config', { body: { listed: false } })
    await expect.poll(found, within).toEqual([])
  })

  test('behavior: a key is not needed, but a good one is welcome', async () => {
    expect((await service.program('GET /api/directory/shops')).status).toBe(200)
  })

  test('error: 401 for a key that is there and wrong', async () => {
    const headers = { 'x-api-key': 'wrong' }
    const answer = await service.anyone('GET /api/directory/shops', { headers })
    expect(errorOf(answer)).toBe('401 unauthorized')
  })
})

describe('GET /api/directory/shops/{slug}/items', () => {
  test('behavior: what everybody may see of an item, whether it is in stock, but not how many', async () => {
    const { sku } = await makeItem(service.program, { stockQty: 3, tags: ['hot'] })
    const path = `/api/directory/shops/${service.demo.shopSlug}/items?q=${sku}`
    const find = async () => (await service.anyone<{ items: object[] }>(`GET ${path}`)).body.items
    await expect.poll(find, within).toHaveLength(1)
    const [item] = await find()
    expect(item).toMatchObject({ sku, name: 'Kettle', priceUsd: 100, taxable: true, inStock: true })
    expect(item).toMatchObject({ description: '', category: '', images: [] })
    expect(item).not.toHaveProperty('stockQty')
    expect(item).not.toHaveProperty('id')
  })

  test('error: 404 for a shop that is not listed', async () => {
    const answer = await service.anyone(`GET /api/directory/shops/${unique('shop')}/items`)
    expect(errorOf(answer)).toBe('404 not_found')
  })
})
