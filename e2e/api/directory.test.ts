import { describe, expect, test } from 'vitest'
import { errorOf, makeItem, unique, useService } from '../helpers/client.js'

const service = useService()

/** Changes appear within 2 s. A busy machine gets longer. */
const within = { timeout: 30_000 }

type Page = { ok: boolean; directory: { slug: string }[]; meta: Record<string, unknown> }

async function search(query = '') {
  const { body } = await service.anyone<Page>(`GET /api/directory/shops${query}`)
  return { ...body, slugs: body.directory.map(({ slug }) => slug) }
}

describe('GET /api/directory/shops', () => {
  test('behavior: returns {ok, directory, meta} with defaults for limit and offset', async () => {
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

  test('behavior: an entry contains only the public fields of a shop', async () => {
    const { directory } = await search()
    expect(directory.find(({ slug }) => slug === service.demo.shopSlug)).toEqual({
      name: 'Notch & Bean',
      slug: service.demo.shopSlug,
      description: expect.any(String),
      categories: ['food', 'coffee'],
      keywords: expect.arrayContaining(['coffee', 'espresso']),
      industryPack: 'restaurant',
      isOpen: true,
      theme: { brandLogoUrl: expect.any(String), coverPhotoUrl: expect.any(String) },
    })
  })

  test.each([
    ['name', 'notch'],
    ['keyword', 'espresso'],
    ['category', 'food'],
    ['description', 'loose'],
  ])('behavior: q searches the %s', async (_field, term) => {
    expect((await search(`?q=${term}`)).slugs).toEqual([service.demo.shopSlug])
  })

  test.each([
    ['?categories=stationery,food', 2],
    ['?categories=FOOD', 1],
    ['?categories=foo', 0],
    ['?keywords=ink,tea', 2],
    ['?keywords=in', 0],
    ['?categories=food&keywords=ink', 0],
    ['?categories=stationery&keywords=ink&q=hazel', 1],
  ])('behavior: categories and keywords match exactly: %s', async (query, count) => {
    expect((await search(query)).slugs).toHaveLength(count)
  })

  test('behavior: offset and limit select a page', async () => {
    const [first, second] = [await search('?limit=1'), await search('?limit=1&offset=1')]
    expect(first.meta).toMatchObject({ totalReturned: 1, limit: 1, offset: 0 })
    expect(second.meta).toMatchObject({ totalReturned: 1, limit: 1, offset: 1 })
    expect(first.slugs).not.toEqual(second.slugs)
    expect((await search('?offset=1000')).meta).toMatchObject({ totalReturned: 0, offset: 1000 })
  })

  test('behavior: lists only shops that are listed', async () => {
    const { send } = await service.newMerchant()
    const slug = unique('shop')
    await send('POST /api/shop/config', { body: { name: slug, slug, listed: false } })
    expect((await search(`?q=${slug}`)).slugs).toEqual([])

    await send('POST /api/shop/config', { body: { listed: true } })
    const findSlugs = async () => (await search(`?q=${slug}`)).slugs
    await expect.poll(findSlugs, within).toEqual([slug])
    await send('POST /api/shop/config', { body: { listed: false } })
    await expect.poll(findSlugs, within).toEqual([])
  })

  test('behavior: accepts a valid key', async () => {
    expect((await service.program('GET /api/directory/shops')).status).toBe(200)
  })

  test('error: returns 401 for a wrong key', async () => {
    const headers = { 'x-api-key': 'wrong' }
    const response = await service.anyone('GET /api/directory/shops', { headers })
    expect(errorOf(response)).toBe('401 unauthorized')
  })
})

describe('GET /api/directory/shops/{slug}/items', () => {
  test('behavior: shows whether an item is in stock, but not its quantity or id', async () => {
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

  test('error: returns 404 for a shop that is not listed', async () => {
    const response = await service.anyone(`GET /api/directory/shops/${unique('shop')}/items`)
    expect(errorOf(response)).toBe('404 not_found')
  })
})
