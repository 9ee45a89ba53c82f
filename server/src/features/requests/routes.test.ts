import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDeveloper, aWallet } from '../../../test/fixtures/factories.js'
import { aMember, aSeller, type Seller } from '../../../test/fixtures/seller.js'
import { createTestApp, type TestApp } from '../../../test/harness.js'
import { DAY_MS } from '../../lib/time.js'
import { pruneRequests } from './prune-requests.js'
import { insertCalls } from './request-store.js'

type ShownRequest = {
  route: string
  method: string
  status: number
  error: string | null
  keyId: string
  correlationId: string
  durationMs: number
  sample: object | null
}

let app: TestApp
let seller: Seller
beforeAll(async () => {
  app = await createTestApp()
  seller = await aSeller(app)
})
afterAll(() => app.close())

type Headers = Record<string, string>
const list = (query = '', headers: Headers = seller.headers) =>
  app.inject({ url: `/api/requests${query}`, headers })

/** Lists until `count` calls are there, because they are written a second later. */
async function listUntil(count: number, query: string, headers?: Headers): Promise<ShownRequest[]> {
  const read = async (): Promise<ShownRequest[]> => (await list(query, headers)).json().requests
  await expect.poll(async () => (await read()).length, { timeout: 15_000 }).toBe(count)
  return read()
}

describe('GET /api/requests', () => {
  test('default: shows calls with their result, and no secret or personal text', async () => {
    const other = await aDeveloper(app.ctx, { wallet: seller.wallet, scopes: ['shop:read'] })
    const calls = { 'x-correlation-id': 'my-own-id-1' }
    const ada = { billingEmail: 'ada@example.com', billingAddressLine1: '1 Ada Street' }
    const order = { items: [{ sku: 'NONE', qty: 3 }], currency: 'EUR', ...ada }
    await app.inject({ url: '/api/status/ping', headers: { ...seller.headers, ...calls } })
    await seller.post('/api/orders', order)
    await app.inject({ url: '/api/receipts/r-1?secret=s3cret', headers: seller.headers })
    await app.inject({ url: '/api/inventory', headers: { 'x-api-key': other.apiKey } })

    const [unknown, rejected, ping] = await listUntil(3, '?limit=100')
    expect(ping).toMatchObject({
      method: 'GET',
      route: '/api/status/ping',
      status: 200,
      keyId: seller.keyId,
      correlationId: 'my-own-id-1',
      error: null,
      sample: null,
    })
    expect(ping?.durationMs).toBeGreaterThan(0)
    expect(unknown).toMatchObject({ route: '/api/receipts/{id}', status: 404, error: 'not_found' })
    expect(rejected).toMatchObject({
      route: '/api/orders',
      status: 400,
      error: 'inventory_item_not_found',
      sample: { items: [{ sku: '[4 characters]', qty: 3 }], currency: 'EUR' },
    })
    const { rows } = await app.ctx.db.query<{ row: string }>(
      'select to_jsonb(r)::text as row from request_log r where merchant = $1',
      [seller.wallet],
    )
    const stored = rows.map(({ row }) => row).join('\n')
    for (const text of ['ada@', 'Ada Street', 's3cret', 'r-1', seller.headers['x-api-key'] ?? '']) {
      expect(stored).not.toContain(text)
    }

    const { headers } = seller.owner
    const [scoped] = await listUntil(1, `?keyId=${other.keyId}`, headers)
    expect(scoped).toMatchObject({ route: '/api/inventory', status: 403, error: 'forbidden' })
  })

  test('behavior: filters by status and route, and has pages', { tags: 'slow' }, async () => {
    const newSeller = await aSeller(app)
    for (let index = 0; index < 3; index += 1) await newSeller.get('/api/shop/config')
    await newSeller.get('/api/receipts/unknown')
    const { headers } = newSeller.owner
    await listUntil(3, '?route=/api/shop/config&status=2xx', headers)
    await listUntil(1, '?status=4xx', headers)
    expect((await list('?status=5xx', headers)).json().requests).toEqual([])
    const [last] = (await list('', headers)).json().requests as ShownRequest[]
    const found = await list(`?correlationId=${last?.correlationId}`, headers)
    expect(found.json().requests).toEqual([last])
    expect((await list('?correlationId=unknown', headers)).json().requests).toEqual([])

    const ids: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: { requests: { id: string }[]; nextCursor: string | null } = (
        await list(`?limit=3&cursor=${cursor}`, headers)
      ).json()
      ids.push(...page.requests.map(({ id }) => id))
      cursor = page.nextCursor
    }
    expect([ids.length, new Set(ids).size]).toEqual([4, 4])
    expect(ids.map(Number)).toEqual(ids.map(Number).toSorted((a, b) => b - a))
  })

  test('behavior: a key sees its own calls only, and staff without the right none', {
    tags: 'slow',
  }, async () => {
    const newSeller = await aSeller(app)
    const other = await aDeveloper(app.ctx, { wallet: newSeller.wallet })
    await newSeller.get('/api/shop/config')
    await listUntil(1, '?route=/api/shop/config', newSeller.headers)
    const byOther = { 'x-api-key': other.apiKey }
    expect((await list('?route=/api/shop/config', byOther)).json().requests).toEqual([])
    const foreignResponse = await list(`?keyId=${newSeller.keyId}`, byOther)
    expect([foreignResponse.statusCode, foreignResponse.json().error]).toEqual([403, 'forbidden'])

    const viewer = await aMember(app, { merchant: newSeller.wallet, role: 'viewer' })
    const query = `?wallet=${newSeller.wallet}`
    expect((await list(query, viewer.headers)).statusCode).toBe(403)
    const admin = await aMember(app, { merchant: newSeller.wallet, role: 'admin' })
    expect((await list(query, admin.headers)).statusCode).toBe(200)
  })

  test.each([
    '?status=200',
    '?status=1xx',
    '?cursor=0',
    '?cursor=x',
    '?limit=x',
    `?cursor=${'9'.repeat(19)}`,
  ])('error: %s', async (query) => {
    const response = await list(query)
    expect([response.statusCode, response.json().error]).toEqual([400, 'invalid_input'])
  })
})

describe('pruneRequests', () => {
  test('default: keeps a week, and the newest calls of each key', async () => {
    const merchant = '0x00000000000000000000000000000000000000aa'
    const insert = (keyId: string, count: number, at: number) =>
      app.ctx.db.query(
        `insert into request_log
           (merchant, key_id, at, method, route, status, duration_us, correlation_id)
         select $1, $2, $3, 'GET', '/', 200, 1, n::text from generate_series(1, $4) as n`,
        [merchant, keyId, at, count],
      )
    const now = app.ctx.now()
    await insert('key_a', 3, now - 7 * DAY_MS - 1)
    await insert('key_a', 10_020, now)
    await insert('key_b', 5, now - 7 * DAY_MS)
    const { signal } = new AbortController()
    expect(await pruneRequests.run(app.ctx, signal)).toEqual({ old: 3, surplus: 20 })
    const { rows } = await app.ctx.db.query<{ key_id: string; count: number; first: string }>(
      `select key_id, count(*)::int, min(correlation_id::int)::text as first from request_log
       where merchant = $1 group by key_id order by key_id`,
      [merchant],
    )
    expect(rows).toEqual([
      { key_id: 'key_a', count: 10_000, first: '21' },
      { key_id: 'key_b', count: 5, first: '1' },
    ])
    expect(await pruneRequests.run(app.ctx, signal)).toEqual({ old: 0, surplus: 0 })
  })
})

describe('insertCalls', () => {
  test('property: stores every text as it is', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1 }).map((value) => value.replaceAll('\0', '')),
      fc.constantFrom('null', 'NULL', '{}', '{a,b}', '"', '\\', '\\"', ' ', '', 'a,b', "'"),
    )
    const merchant = aWallet()
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ route: text, error: fc.option(text) }), {
          minLength: 1,
          maxLength: 5,
        }),
        async (input) => {
          const call = {
            merchant,
            keyId: 'key_x',
            at: 1,
            method: 'GET',
            status: 200,
            durationUs: 5,
          }
          const sample = JSON.stringify({ text: input[0]?.route })
          await insertCalls(
            app.ctx.db,
            input.map((request, index) => ({
              ...call,
              correlationId: String(index),
              sample,
              ...request,
            })),
          )
          const { rows } = await app.ctx.db.query<{
            route: string
            error: string | null
            sample: object
          }>(
            `with deleted as (delete from request_log where merchant = $1 returning *)
             select route, error, sample from deleted order by correlation_id`,
            [merchant],
          )
          expect(rows.map(({ route, error }) => ({ route, error }))).toEqual(input)
          expect(rows[0]?.sample).toEqual(JSON.parse(sample))
        },
      ),
      { numRuns: 40 },
    )
  })
})
