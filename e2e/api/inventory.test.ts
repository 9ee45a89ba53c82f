import { describe, expect, test } from 'vitest'
import { errorOf, makeItem, type SendRequest, unique, useService } from '../helpers/client.js'

const service = useService()

type Upserted = { ok: boolean; item: Record<string, unknown> & { id: string }; created: boolean }
type Page = { items: { id: string; sku: string }[]; total: number }

const put = (body: object, send: SendRequest = service.program) =>
  send<Upserted>('POST /api/inventory', { body })

async function list(query: string) {
  const { body } = await service.program<Page>(`GET /api/inventory?${query}`)
  return { ...body, skus: body.items.map(({ sku }) => sku) }
}

describe('POST /api/inventory', () => {
  test('behavior: creates an item and returns all of its fields', async () => {
    const sku = unique('COFFEE')
    const input = {
      sku,
      name: 'Coffee',
      description: 'Dark',
      category: 'drinks',
      tags: ['hot'],
      priceUsd: 4.5,
      taxable: false,
      stockQty: 25,
      industryPack: 'restaurant',
      images: ['https://example.com/coffee.png'],
      attributes: { origin: 'Peru' },
    }
    const { status, body } = await put(input)
    expect(status).toBe(200)
    expect(body).toEqual({
      ok: true,
      created: true,
      item: {
        ...input,
        id: expect.stringMatching(/^itm_/),
        revision: 1,
        reservedQty: 0,
        priceIncludesTax: false,
        priceUsdFollowsRate: false,
        active: true,
        lowStockQty: null,
        parentSku: null,
        options: {},
        wallet: service.demo.merchantWallet,
        createdAt: expect.any(Number),
        updatedAt: expect.any(Number),
      },
    })
  })

  test('behavior: updates the item with the same SKU and keeps omitted fields', async () => {
    const item = { sku: unique('TEA'), name: 'Tea', priceUsd: 3, category: 'drinks' }
    const first = await put(item)
    const repeatedResponse = await put({ sku: item.sku, priceUsd: 3.25 })
    expect(repeatedResponse.body).toMatchObject({ ok: true, created: false })
    expect(repeatedResponse.body.item).toMatchObject({
      ...item,
      id: first.body.item.id,
      priceUsd: 3.25,
    })
    expect((await list(`q=${item.sku}`)).total).toBe(1)
  })

  test('behavior: an item is taxable with unlimited stock by default', async () => {
    const { body } = await put({ sku: unique('CUP'), name: 'Cup', priceUsd: 1 })
    expect(body.item).toMatchObject({ taxable: true, stockQty: -1, images: [], tags: [] })
  })

  test('behavior: accepts a native price, in USD by default', async () => {
    const euros = await put({ sku: unique('EUR'), name: 'Cup', price: 10, currency: 'EUR' })
    expect(euros.body.item).toMatchObject({ price: 10, currency: 'EUR', priceUsd: 10.8 })
    const dollars = await put({ sku: unique('USD'), name: 'Cup', price: 10 })
    expect(dollars.body.item).toMatchObject({ price: 10, currency: 'USD', priceUsd: 10 })
  })

  test('behavior: ignores a wallet sent with a developer key', async () => {
    const wallet = service.demo.otherMerchant.merchantWallet
    const item = { sku: unique('MINE'), name: 'Cup', priceUsd: 1, wallet }
    expect((await put(item)).body.item['wallet']).toBe(service.demo.merchantWallet)
  })

  test('behavior: a session changes only items of its own merchants', async () => {
    const item = { sku: unique('OWN'), name: 'Cup', priceUsd: 1 }
    expect((await put(item, service.owner)).status).toBe(200)
    const wallet = service.demo.otherMerchant.merchantWallet
    const response = await service.owner('POST /api/inventory', { body: { ...item, wallet } })
    expect(errorOf(response)).toBe('403 forbidden')
  })

  test.each([
    { name: undefined },
    { sku: undefined },
    { priceUsd: undefined },
    { stockQty: -2 },
    { stockQty: '5' },
    { priceUsd: -1 },
    { priceUsd: 1.005 },
    { priceUsd: '1.00' },
    { price: 1, currency: 'GBP' },
    { taxable: 'yes' },
    { tags: 'hot' },
  ])('error: returns 400 invalid_input for %o', async (fields) => {
    const body = { sku: unique('BAD'), name: 'Cup', priceUsd: 1, ...fields }
    expect(errorOf(await service.program('POST /api/inventory', { body }))).toBe(
      '400 invalid_input',
    )
  })
})

describe('GET /api/inventory', () => {
  test('behavior: returns a page of items', async () => {
    const tag = unique('tag')
    const { id } = await makeItem(service.program, { tags: [tag] })
    const { status, body } = await service.program<Page>(`GET /api/inventory?tags=${tag}`)
    expect(status).toBe(200)
    expect(body).toEqual({
      ok: true,
      items: [expect.objectContaining({ id, name: 'Kettle', priceUsd: 100 })],
      page: 1,
      limit: 50,
      total: 1,
      totalPages: 1,
      hasMore: false,
    })
  })

  test('behavior: limit and page select a part of the list', async () => {
    const tag = unique('tag')
    for (const name of ['C', 'A', 'B']) await makeItem(service.program, { name, tags: [tag] })
    const page = (number: number) => list(`tags=${tag}&sort=name&order=asc&limit=2&page=${number}`)
    const [first, second] = [await page(1), await page(2)]
    expect(first).toMatchObject({ page: 1, limit: 2, total: 3, totalPages: 2, hasMore: true })
    expect(first.items).toMatchObject([{ name: 'A' }, { name: 'B' }])
    expect(second).toMatchObject({ page: 2, hasMore: false, items: [{ name: 'C' }] })
  })

  test('behavior: limit and page are clamped into range', async () => {
    expect(await list('limit=5000&page=0')).toMatchObject({ limit: 200, page: 1 })
    expect(await list('limit=0')).toMatchObject({ limit: 1 })
  })

  test('behavior: q searches name, SKU, description, category and tags', async () => {
    const term = unique('Zebra')
    const fields = [{ name: term }, { description: term }, { category: term }, { tags: [term] }]
    const createdItems = []
    for (const field of [...fields, { sku: term }])
      createdItems.push(await makeItem(service.program, field))
    const { skus } = await list(`q=${term.toLowerCase()}`)
    expect(skus.sort()).toEqual(createdItems.map(({ sku }) => sku).sort())
  })

  test('behavior: filters by category, taxable, stock, price, tags, tagsMode and pack', async () => {
    const [first, second] = [unique('one'), unique('two')]
    const bothItem = await makeItem(service.program, {
      category: first,
      tags: [first, second],
      taxable: false,
      stockQty: 0,
      priceUsd: 5,
      industryPack: 'retail',
    })
    const single = await makeItem(service.program, { tags: [first], stockQty: 2, priceUsd: 9 })
    const endless = await makeItem(service.program, { tags: [first], priceUsd: 20 })
    const findItems = async (query: string) => (await list(`sort=priceUsd&order=asc&${query}`)).skus

    const all = [bothItem.sku, single.sku, endless.sku]
    expect(await findItems(`category=${first}`)).toEqual([bothItem.sku])
    expect(await findItems(`tags=${first}&taxable=false`)).toEqual([bothItem.sku])
    expect(await findItems(`tags=${first}&taxable=true`)).toEqual([single.sku, endless.sku])
    expect(await findItems(`tags=${first}&taxable=any`)).toEqual(all)
    expect(await findItems(`tags=${first}&stock=in`)).toEqual([single.sku, endless.sku])
    expect(await findItems(`tags=${first}&stock=out`)).toEqual([bothItem.sku])
    expect(await findItems(`tags=${first}&stock=any`)).toEqual(all)
    expect(await findItems(`tags=${first}&priceMin=5.01&priceMax=9`)).toEqual([single.sku])
    expect(await findItems(`tags=${first},${second}`)).toEqual(all)
    expect(await findItems(`tags=${first},${second}&tagsMode=any`)).toEqual(all)
    expect(await findItems(`tags=${first},${second}&tagsMode=all`)).toEqual([bothItem.sku])
    expect(await findItems(`tags=${first}&pack=retail`)).toEqual([bothItem.sku])
  })

  test('behavior: sorts by five fields in both orders, by default updatedAt desc', async () => {
    const tag = unique('tag')
    const make = (name: string, stockQty: number, priceUsd: number) =>
      makeItem(service.program, {
        name,
        stockQty,
        priceUsd,
        sku: `${name}${tag}`,
        tags: [tag],
      })
    const first = (await make('a', 2, 30)).sku
    const second = (await make('c', 1, 20)).sku
    const third = (await make('b', 3, 10)).sku
    const sorted = async (query: string) => (await list(`tags=${tag}&${query}`)).skus

    expect(await sorted('sort=name&order=asc')).toEqual([first, third, second])
    expect(await sorted('sort=sku&order=desc')).toEqual([second, third, first])
    expect(await sorted('sort=priceUsd&order=asc')).toEqual([third, second, first])
    expect(await sorted('sort=stockQty&order=asc')).toEqual([second, first, third])
    expect(await sorted('sort=updatedAt&order=asc')).toEqual([first, second, third])
    expect(await sorted('')).toEqual([third, second, first])
    expect(await sorted('sort=color')).toEqual([third, second, first])
  })

  test('behavior: omits items of other merchants', async () => {
    const { sku } = await makeItem(service.program)
    const { body } = await service.otherProgram<Page>(`GET /api/inventory?q=${sku}`)
    expect(body.total).toBe(0)
  })

  test('error: returns 401 without a key', async () => {
    expect(errorOf(await service.anyone('GET /api/inventory'))).toBe('401 unauthorized')
  })
})

describe('DELETE /api/inventory', () => {
  test('behavior: deletes an item and reports it once', async () => {
    const { id, sku } = await makeItem(service.program)
    const remove = () => service.program(`DELETE /api/inventory?id=${id}`)
    expect(await remove()).toMatchObject({ status: 200, body: { ok: true, id, deleted: true } })
    expect((await list(`q=${sku}`)).total).toBe(0)
    expect(await remove()).toMatchObject({ status: 200, body: { ok: true, id, deleted: false } })
  })

  test('behavior: keeps items of other merchants', async () => {
    const { id, sku } = await makeItem(service.program)
    const { body } = await service.otherProgram(`DELETE /api/inventory?id=${id}`)
    expect(body).toEqual({ ok: true, id, deleted: false })
    expect((await list(`q=${sku}`)).total).toBe(1)
  })

  test('error: returns 400 id_required without an id', async () => {
    expect(errorOf(await service.program('DELETE /api/inventory'))).toBe('400 id_required')
    expect(errorOf(await service.program('DELETE /api/inventory?id='))).toBe('400 id_required')
  })
})
