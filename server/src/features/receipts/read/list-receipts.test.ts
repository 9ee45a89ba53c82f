import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDeveloper } from '../../../../test/fixtures/factories.js'
import { aMember, aSeller, type Seller } from '../../../../test/fixtures/seller.js'
import { createTestApp, type TestApp } from '../../../../test/harness.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const url = '/api/receipts'
/** As long as labels may be. */
const fiveLines = Array.from({ length: 5 }, () => ({ label: 'é'.repeat(200), priceUsd: 1 }))

async function create(seller: Seller, id: string, fields: object = {}): Promise<number> {
  const lineItems = [{ label: 'Tea', priceUsd: 1 }]
  const response = await seller.post(url, { id, lineItems, totalUsd: 1, ...fields })
  expect(response.statusCode, response.body).toBe(201)
  return app.ctx.now()
}

async function list(seller: Seller, query = '') {
  const response = await seller.get(`${url}${query}`)
  expect(response.statusCode, response.body).toBe(200)
  const { receipts, nextCursor } = response.json()
  const ids: string[] = receipts.map((receipt: { receiptId: string }) => receipt.receiptId)
  return { ids, nextCursor }
}

async function pages(seller: Seller, query: string): Promise<string[][]> {
  const foundPages: string[][] = []
  for (let cursor = ''; ; ) {
    const { ids, nextCursor } = await list(seller, `?${query}${cursor}`)
    foundPages.push(ids)
    if (nextCursor === null) return foundPages
    cursor = `&cursor=${encodeURIComponent(nextCursor)}`
  }
}

async function refusal(seller: Seller, query: string) {
  const response = await seller.get(`${url}?${query}`)
  return [response.statusCode, response.json().error]
}

describe('GET /api/receipts', () => {
  test('default: returns an empty list', async () => {
    const response = await (await aSeller(app)).get(url)
    expect(response.json()).toEqual({ receipts: [], nextCursor: null })
  })

  test('default: returns receipts newest first', async () => {
    const seller = await aSeller(app)
    for (const id of ['b', 'c', 'a']) {
      await create(seller, id)
      app.ctx.clock.advance(1)
    }
    const { receipts } = (await seller.get(url)).json()
    expect((await list(seller)).ids).toEqual(['a', 'c', 'b'])
    expect(receipts[0]).toEqual((await seller.get(`${url}/a`)).json())
  })

  test('behavior: returns 100 by default and clamps the limit', { tags: 'slow' }, async () => {
    const seller = await aSeller(app)
    for (let index = 0; index < 201; index += 1) await create(seller, `r-${index}`)
    const counts = async (query: string) => (await list(seller, query)).ids.length
    expect(await counts('')).toBe(100)
    expect(await counts('?limit=')).toBe(100)
    expect(await counts('?limit=3')).toBe(3)
    expect(await counts('?limit=0')).toBe(1)
    expect(await counts('?limit=-7')).toBe(1)
    expect(await counts('?limit=2.9')).toBe(2)
    expect(await counts('?limit=201')).toBe(200)
    expect(await counts('?limit=1e3')).toBe(200)
    expect(await counts(`?limit=${'9'.repeat(400)}`)).toBe(200)
  })

  test('error: rejects a limit that is not a number', async () => {
    const response = await (await aSeller(app)).get(`${url}?limit=x`)
    expect([response.statusCode, response.json().error]).toEqual([400, 'invalid_input'])
  })

  test('behavior: pages through receipts of the same time without gaps', async () => {
    const seller = await aSeller(app)
    const ids = ['Z', 'a', 'A', 'a.b', 'a-b', 'a:b', 'a_b', '0']
    for (const id of ids.slice(0, 5)) await create(seller, id)
    app.ctx.clock.advance(1)
    for (const id of ids.slice(5)) await create(seller, id)
    for (const limit of [1, 2, 3, 4, 8]) {
      const foundPages = await pages(seller, `limit=${limit}`)
      expect(foundPages.flat().toSorted()).toEqual(ids.toSorted())
      expect(new Set(foundPages.flat().slice(0, 3))).toEqual(new Set(ids.slice(5)))
      expect(foundPages.map((page) => page.length).slice(0, -1)).toEqual(
        Array(Math.ceil(ids.length / limit) - 1).fill(limit),
      )
    }
  })

  test('behavior: a new receipt does not shift the next page', async () => {
    const seller = await aSeller(app)
    for (const id of ['a', 'b', 'c']) {
      await create(seller, id)
      app.ctx.clock.advance(1)
    }
    const { nextCursor } = await list(seller, '?limit=1')
    await create(seller, 'd')
    expect((await list(seller, `?limit=1&cursor=${nextCursor}`)).ids).toEqual(['b'])
  })

  test('behavior: filters by status', async () => {
    const seller = await aSeller(app)
    for (const id of ['a', 'b', 'c']) await create(seller, id)
    await seller.post(`${url}/status`, { receiptId: 'b', status: 'link_opened' })
    expect((await list(seller, '?status=link_opened')).ids).toEqual(['b'])
    expect((await list(seller, '?status=paid')).ids).toEqual([])
    expect((await pages(seller, 'status=pending&limit=1')).flat().toSorted()).toEqual(['a', 'c'])
  })

  test('behavior: filters by time, inclusive', async () => {
    const seller = await aSeller(app)
    const times: number[] = []
    for (const id of ['a', 'b', 'c']) {
      times.push(await create(seller, id))
      app.ctx.clock.advance(10)
    }
    const [first = 0, second = 0, third = 0] = times
    expect((await list(seller, `?from=${second}`)).ids).toEqual(['c', 'b'])
    expect((await list(seller, `?to=${second}`)).ids).toEqual(['b', 'a'])
    expect((await list(seller, `?from=${second}&to=${second}`)).ids).toEqual(['b'])
    expect((await list(seller, `?from=${first + 1}&to=${third - 1}`)).ids).toEqual(['b'])
    expect((await list(seller, `?from=${third}&to=${first}`)).ids).toEqual([])
    expect((await list(seller, '?from=-5&to=99999999999999999999')).ids).toHaveLength(3)
  })

  test('behavior: finds by exact id, reference or transaction', async () => {
    const seller = await aSeller(app)
    const hash = `0x${'ab'.repeat(32)}`
    await create(seller, 'a', { reference: 'shop 7' })
    app.ctx.clock.advance(1)
    await create(seller, 'b', { reference: 'shop 7' })
    await create(seller, 'c', { reference: 'a' })
    await app.ctx.db.query(
      `update receipts set transaction_hash = $2, transaction_at = 1 where merchant = $1 and id = 'b'`,
      [seller.wallet, hash],
    )
    expect((await list(seller, '?q=shop%207')).ids).toEqual(['b', 'a'])
    expect((await list(seller, '?q=%20b%20')).ids).toEqual(['b'])
    expect((await list(seller, '?q=a')).ids).toEqual(['c', 'a'])
    expect((await list(seller, '?q=shop')).ids).toEqual(['b', 'a'])
    expect((await list(seller, `?q=${hash}`)).ids).toEqual(['b'])
    expect((await list(seller, `?q=${hash.toUpperCase().replace('X', 'x')}`)).ids).toEqual(['b'])
    expect((await list(seller, '?q=')).ids).toHaveLength(3)
  })

  test('behavior: combines a search term with other filters', async () => {
    const seller = await aSeller(app)
    const times: number[] = []
    for (const id of ['a', 'b', 'c', 'd']) {
      times.push(await create(seller, id, { reference: 'same' }))
      app.ctx.clock.advance(1)
    }
    await seller.post(`${url}/status`, { receiptId: 'b', status: 'link_opened' })
    expect(await pages(seller, 'q=same&limit=2')).toEqual([
      ['d', 'c'],
      ['b', 'a'],
    ])
    expect((await list(seller, '?q=same&status=link_opened')).ids).toEqual(['b'])
    const [, second, third] = times
    expect((await list(seller, `?q=same&from=${second}&to=${third}`)).ids).toEqual(['c', 'b'])
  })

  test('behavior: ends a page of large receipts early', { tags: 'slow' }, async () => {
    const seller = await aSeller(app)
    const lineItems = Array.from({ length: 200 }, () => ({ label: 'x'.repeat(200), priceUsd: 1 }))
    const ids = Array.from({ length: 30 }, (_, index) => `r-${10 + index}`)
    for (const id of ids) {
      await create(seller, id, { lineItems, totalUsd: 200, reference: 'large' })
    }
    for (const query of ['limit=200', 'limit=200&q=large']) {
      const foundPages = await pages(seller, query)
      expect(foundPages.flat()).toEqual(ids.toReversed())
      expect(foundPages.length).toBeGreaterThan(2)
      expect(foundPages[0]?.length).toBeGreaterThan(5)
    }
    const { body } = await seller.get(`${url}?limit=200`)
    expect(body.length).toBeLessThan(1_000_000)
  })

  test('behavior: 200 receipts of five lines fit on a page, without thumbnails if need be', async () => {
    const seller = await aSeller(app)
    await create(seller, 'first', { lineItems: fiveLines, totalUsd: 5 })
    await app.ctx.db.query(
      `insert into receipts select copy.*
       from receipts r, generate_series(1, 199) as n, jsonb_populate_record(r, jsonb_build_object(
         'id', 'r-' || n, 'lines', (select jsonb_agg(line || jsonb_build_object('picture', repeat('p', 43)))
           from jsonb_array_elements(r.lines) as line))) as copy
       where r.merchant = $1`,
      [seller.wallet],
    )
    const response = await seller.get(`${url}?limit=200`)
    const { receipts, nextCursor, thumbsOmitted } = response.json()
    expect([receipts.length, nextCursor, thumbsOmitted]).toEqual([200, null, true])
    expect(receipts.at(0).lineItems.at(0)).not.toHaveProperty('thumb')

    const few = (await seller.get(`${url}?limit=2`)).json()
    expect(few).not.toHaveProperty('thumbsOmitted')
    const withoutThumbs = (await seller.get(`${url}?limit=200&thumbs=0`)).json()
    expect(withoutThumbs).not.toHaveProperty('thumbsOmitted')
  })

  test('behavior: counts timelines and refunds as parts of a page', async () => {
    const seller = await aSeller(app)
    const items = Array.from({ length: 200 }, () => ({ label: 'x'.repeat(200), priceUsd: 0.01 }))
    for (const id of ['a', 'b', 'c']) await create(seller, id)
    await app.ctx.db.query(
      `insert into refunds (merchant, receipt_id, id, usd_cents, buyer, is_credit, items, restock,
         made_by, created_at)
       select $1, receipt, receipt || n, 1, null, false, $2, false, 'test', 1
       from unnest('{b,c}'::text[]) as receipt, generate_series(1, 13) as n`,
      [seller.wallet.toLowerCase(), JSON.stringify(items)],
    )
    expect(await pages(seller, 'limit=200')).toEqual([['c'], ['b'], ['a']])
  })

  test("behavior: returns only the caller's receipts", async () => {
    const [seller, other] = [await aSeller(app), await aSeller(app)]
    await create(other, 'a', { reference: 'word' })
    expect((await list(seller)).ids).toEqual([])
    expect((await list(seller, '?q=word')).ids).toEqual([])
    expect((await list(seller, `?wallet=${other.wallet}`)).ids).toEqual([])
  })

  test('behavior: every role can list receipts', async () => {
    const seller = await aSeller(app)
    await create(seller, 'a')
    const viewer = await aMember(app, { merchant: seller.wallet, role: 'viewer' })
    const { headers } = viewer
    const otherResponse = await app.inject({ url: `${url}?wallet=${seller.wallet}`, headers })
    expect(otherResponse.json().receipts).toHaveLength(1)
    expect((await app.inject({ url, headers })).json().receipts).toEqual([])
  })

  test.each([
    'limit=ten',
    'limit=1_000',
    'from=yesterday',
    'to=2026-01-01',
    'status=done',
    'status=PAID',
    'cursor=x',
    'cursor=1767268800000',
    'cursor=1767268800000.',
    `q=${'x'.repeat(201)}`,
  ])('error: %s', async (query) => {
    expect(await refusal(await aSeller(app), query)).toEqual([400, 'invalid_input'])
  })

  test('error: refuses a key without the scope, and a request without authentication', async () => {
    const { apiKey } = await aDeveloper(app.ctx, { scopes: ['receipts:write'] })
    const response = await app.inject({ url, headers: { 'x-api-key': apiKey } })
    expect(response.json()).toMatchObject({ error: 'forbidden', requiredScope: 'receipts:read' })
    expect((await app.inject(url)).statusCode).toBe(401)
  })
})
