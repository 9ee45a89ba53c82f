import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDeveloper } from '../../../../test/fixtures/factories.js'
import { createRecordingLog, createTestApp, type TestApp } from '../../../../test/harness.js'
import { signIn } from '../../../../test/sign-in.js'

const { log, lines } = createRecordingLog()
let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

type Headers = Record<string, string>

async function aKey(): Promise<Headers> {
  return { 'x-api-key': (await aDeveloper(app.ctx)).apiKey }
}

const load = (headers: Headers, csv: string, options: { dryRun?: boolean } = {}) =>
  app.inject({
    method: 'POST',
    url: '/api/inventory/import',
    headers,
    payload: { csv, ...options },
  })

/** Sends a file as the body. */
const upload = (headers: Headers, csv: string | Buffer | Readable, query = '') =>
  app.inject({
    method: 'POST',
    url: `/api/inventory/import${query}`,
    headers: { ...headers, 'content-type': 'text/csv; charset=utf-8' },
    payload: csv,
  })

const get = (path: string, headers: Headers) =>
  app.inject({ url: `/api/inventory${path}`, headers })

const manyItems = (count: number) =>
  ['sku,name,priceUsd', ...Array.from({ length: count }, (_, at) => `S-${at},Thing,1`)].join('\n')

describe('POST /api/inventory/import', () => {
  test('default', async () => {
    const headers = await aKey()
    await load(headers, 'sku,name,priceUsd\nT-1,Tea,4.50\nT-2,Coffee,5')
    const response = await load(headers, 'SKU,Price USD,name\nT-1,4.60,\nT-2,,\nT-3,3,Cake')

    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({
      ok: true,
      dryRun: false,
      created: 1,
      updated: 1,
      unchanged: 1,
      rows: [
        {
          line: 2,
          sku: 'T-1',
          action: 'update',
          before: { priceUsd: 4.5 },
          after: { priceUsd: 4.6 },
        },
        {
          line: 4,
          sku: 'T-3',
          action: 'create',
          before: null,
          after: expect.objectContaining({ sku: 'T-3', name: 'Cake', priceUsd: 3, taxable: true }),
        },
      ],
      truncated: false,
      problems: [],
      problemCount: 0,
    })
    expect((await get('?sort=name&order=asc', headers)).json().items).toMatchObject([
      { name: 'Cake' },
      { name: 'Coffee' },
      { name: 'Tea', priceUsd: 4.6 },
    ])
  })

  test('behavior: a dry run returns the changes and makes none', async () => {
    const headers = await aKey()
    const tried = await load(headers, 'sku,name,priceUsd\nT-1,Tea,4.50', { dryRun: true })
    expect(tried.json()).toMatchObject({ dryRun: true, created: 1, rows: [{ sku: 'T-1' }] })
    expect((await get('', headers)).json().total).toBe(0)
  })

  test('behavior: a dry run returns the problems of a file', async () => {
    const headers = await aKey()
    const bad = Array.from({ length: 150 }, (_, at) => `S-${at},Thing,free`)
    const csv = ['sku,name,priceUsd', 'T-1,Tea,4', ...bad].join('\n')
    const tried = await load(headers, csv, { dryRun: true })
    expect(tried.statusCode).toBe(200)
    expect(tried.json()).toMatchObject({ ok: true, created: 1, problemCount: 150 })
    expect(tried.json().problems).toHaveLength(100)
    expect(tried.json().problems[0]).toEqual({
      line: 3,
      message: 'priceUsd must be a plain number such as 14.50',
    })
  })

  test('behavior: lists at most a thousand rows', async () => {
    const headers = await aKey()
    const full = (await load(headers, manyItems(1_000))).json()
    expect(full).toMatchObject({ created: 1_000, truncated: false })
    const tried = (await load(headers, manyItems(2_001), { dryRun: true })).json()
    expect(tried).toMatchObject({ created: 1_001, unchanged: 1_000, truncated: true })
    expect(tried.rows).toHaveLength(1_000)
  })

  test('behavior: lets a signed-in owner import, and adds an audit entry', async () => {
    const { headers, wallet } = await signIn(app)
    expect((await load(headers, 'sku,name,priceUsd\nT-1,Tea,4')).statusCode).toBe(200)
    const { entries } = (await app.inject({ url: '/api/audit', headers })).json()
    expect(entries[0]).toMatchObject({
      action: 'inventory.imported',
      target: wallet.toLowerCase(),
      after: { created: 1, updated: 0, unchanged: 0 },
    })
  })

  test('behavior: imports once with the same idempotency key', async () => {
    const headers = { ...(await aKey()), 'idempotency-key': 'import-1' }
    const first = await load(headers, 'sku,name,priceUsd\nT-1,Tea,4')
    const repeatedResponse = await load(headers, 'sku,name,priceUsd\nT-1,Tea,4')
    expect(repeatedResponse.headers['idempotent-replayed']).toBe('true')
    expect(repeatedResponse.json()).toEqual(first.json())
    expect(first.json().created).toBe(1)
  })

  test('error: returns the problems of a file and imports nothing', async () => {
    const headers = await aKey()
    const response = await load(headers, 'sku,name,priceUsd\nT-1,Tea,4\nT-2,Coffee,"5,00"')
    expect(response.statusCode).toBe(400)
    const problem = 'priceUsd must use a decimal point and no commas, such as 14.50'
    expect(response.json()).toEqual({
      error: 'invalid_input',
      message: `Line 3: ${problem}. Nothing was imported.`,
      problems: [{ line: 3, message: problem }],
      problemCount: 1,
    })
    expect((await get('', headers)).json().total).toBe(0)
  })

  test.each([
    ['an unclosed quote', 'sku,name\nT-1,"Tea', 'Line 2: a quote is opened here and never closed'],
    ['a NUL', 'sku,name\nT-1,T\0a', 'Text must be valid Unicode without NUL'],
    ['half a character', 'sku,name\nT-1,\ud83c', 'Text must be valid Unicode'],
    ['a huge cell', `sku,name\nT-1,${'x'.repeat(60_000)}`, 'name must have at most 200'],
    ['an unknown column', 'sku,color\nT-1,red', 'Line 1: color is not a known column'],
    ['nothing', '', 'Line 1: the file is empty'],
  ])('error: %s', async (_what, csv, message) => {
    const response = await load(await aKey(), csv)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({
      error: 'invalid_input',
      message: expect.stringContaining(message),
    })
  })

  test('error: refuses a JSON body of more than 256 KiB', async () => {
    const headers = await aKey()
    const csv = `sku,name,priceUsd\nT-1,Tea,4${' '.repeat(262_144)}`
    expect((await load(headers, csv)).json()).toMatchObject({ error: 'payload_too_large' })
  })

  test.each([{}, { csv: 1 }, { csv: 'sku', dryRun: 'true' }])(
    'error: refuses the body %j',
    async (payload) => {
      const headers = await aKey()
      const url = '/api/inventory/import'
      const response = await app.inject({ method: 'POST', url, headers, payload })
      expect(response.json()).toMatchObject({ error: 'invalid_input' })
    },
  )
})

describe('POST /api/inventory/import with text/csv', () => {
  test('default', async () => {
    const headers = await aKey()
    const response = await upload(headers, '\ufeffsku,name,priceUsd\r\nT-1,"Tea, grün",4.50\r\n')
    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({ ok: true, dryRun: false, created: 1, problems: [] })
    expect((await get('', headers)).json().items).toMatchObject([{ sku: 'T-1', name: 'Tea, grün' }])
  })

  test('behavior: a dry run changes nothing', async () => {
    const headers = await aKey()
    const tried = await upload(headers, 'sku,name,priceUsd\nT-1,Tea,4\nT-2', '?dryRun=true')
    expect(tried.json()).toMatchObject({ dryRun: true, created: 1, problems: [{ line: 3 }] })
    expect((await get('', headers)).json().total).toBe(0)
    expect((await upload(headers, 'sku', '?dryRun=yes')).statusCode).toBe(400)
  })

  test('behavior: reads characters that arrive in parts', async () => {
    const headers = await aKey()
    const bytes = Buffer.from('sku,name,priceUsd\nT-1,Té 🍵,4\n')
    await upload(headers, Readable.from(Array.from(bytes, (byte) => Buffer.from([byte]))))
    expect((await get('', headers)).json().items).toMatchObject([{ name: 'Té 🍵' }])
  })

  test('behavior: imports once with the same idempotency key', async () => {
    const headers = { ...(await aKey()), 'idempotency-key': 'file-1' }
    const csv = 'sku,name,priceUsd\nT-1,Tea,4'
    const first = await upload(headers, csv)
    const repeatedResponse = await upload(headers, csv)
    expect(first.json().created).toBe(1)
    expect(repeatedResponse.headers['idempotent-replayed']).toBe('true')
    expect(repeatedResponse.json()).toEqual(first.json())
    const other = await upload(headers, 'sku,name,priceUsd\nT-1,Tea,5')
    expect(other.json()).toMatchObject({ error: 'idempotency_conflict' })
  })

  test('behavior: lets a signed-in owner import', async () => {
    const { headers, wallet } = await signIn(app)
    const csv = 'sku,name,priceUsd\nT-1,Tea,4'
    expect((await upload(headers, csv, `?wallet=${wallet}`)).json().created).toBe(1)
  })

  test.each([
    ['Latin-1', Buffer.from('sku,name\nT-1,Caf\xe9 cr\xe8me\n', 'latin1'), 'The file is not UTF-8'],
    ['half a character', Buffer.from('sku,name\nT-1,🍵').subarray(0, -1), 'The file is not UTF-8'],
    ['a NUL', 'sku,name\nT-1,T\0a\nT-2,Tea', 'Text must be valid Unicode without NUL'],
    ['nothing', '', 'Line 1: the file is empty'],
    ['a huge cell', `sku\n${'x'.repeat(4_000_000)}`, 'Line 2: the row has more than 65536'],
    ['too many rows', manyItems(20_001), 'Line 20002: there are more than 20001 rows'],
  ])('error: %s', async (_what, csv, message) => {
    const headers = await aKey()
    const response = await upload(headers, csv)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({
      error: 'invalid_input',
      message: expect.stringContaining(message),
    })
    expect((await get('', headers)).json().total).toBe(0)
  })

  test('error: refuses more than 16 MiB, announced or not', { tags: 'slow' }, async () => {
    const headers = await aKey()
    const above = Buffer.alloc(16_777_217, '\n')
    const announced = await upload(headers, above)
    expect([announced.statusCode, announced.json().error]).toEqual([413, 'payload_too_large'])
    const pieces = Array.from({ length: 257 }, () => above.subarray(0, 65_536))
    expect((await upload(headers, Readable.from(pieces))).statusCode).toBe(413)
    const fits = above.fill(' ').subarray(0, 16_777_216)
    fits.write('sku,name,priceUsd\nT-1,Tea,4\n')
    fits.fill('\n', 100)
    expect((await upload(headers, fits)).json()).toMatchObject({ created: 1 })
  })

  test('error: runs one import of a merchant at a time', async () => {
    const [headers, other] = [await aKey(), await aKey()]
    const csv = manyItems(500)
    const all = await Promise.all([upload(headers, csv), upload(headers, csv), upload(other, csv)])
    expect(all.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 200, 429])
    expect(all.find(({ statusCode }) => statusCode === 429)?.json()).toEqual({
      error: 'rate_limited',
      message:
        'The limit of 1 imports at the same time per merchant is reached. Try again after resetAt.',
      limit: 'imports',
      resetAt: expect.any(Number),
    })
    expect((await upload(headers, csv)).statusCode).toBe(200)
  })

  test('error: runs three imports of new merchants at a time', async () => {
    const all = await Promise.all(
      Array.from({ length: 6 }, async () => upload(await aKey(), manyItems(200))),
    )
    const refused = all.filter(({ statusCode }) => statusCode === 429)
    expect(refused.length).toBeLessThanOrEqual(3)
    const names = new Set(refused.map((response) => response.json().limit))
    expect(['imports', 'new-merchant-imports']).toEqual(expect.arrayContaining([...names]))
  })

  test('behavior: files that arrive slowly keep no one from importing', {
    tags: 'slow',
  }, async () => {
    const { server, ctx, close } = await createTestApp()
    await server.listen({ port: 0, host: '127.0.0.1' })
    const { port } = server.server.address() as AddressInfo
    const url = '/api/inventory/import'
    const keyed = async () => ({
      'x-api-key': (await aDeveloper(ctx)).apiKey,
      'content-type': 'text/csv',
    })
    const slow = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const headers = { ...(await keyed()), 'content-length': '16000000' }
        const client = request({ port, method: 'POST', path: url, headers })
        client.on('error', () => {}).write('sku,name\n')
        return client
      }),
    )
    await sleep(300)
    const payload = 'sku,name,priceUsd\nT-1,Tea,4'
    const response = await server.inject({ method: 'POST', url, headers: await keyed(), payload })
    expect(response.statusCode, response.body).toBe(200)
    for (const client of slow) client.destroy()
    await close()
  })

  test('behavior: frees the slot of refused imports', async () => {
    const key = { 'idempotency-key': 'freed', ...(await aKey()) }
    for (let turn = 0; turn < 6; turn += 1) {
      expect((await upload(key, 'sku,name,priceUsd\nT-1,Tea,4')).statusCode).toBe(200)
      expect((await upload(await aKey(), Buffer.from([0xff]))).statusCode).toBe(400)
      expect((await upload(await aKey(), 'sku', '?dryRun=1')).statusCode).toBe(400)
    }
  })

  test('behavior: frees the slot of a client that leaves, without an error in the log', {
    tags: 'slow',
  }, async () => {
    const { server, ctx, close } = await createTestApp({ log })
    await server.listen({ port: 0, host: '127.0.0.1' })
    const { port } = server.server.address() as AddressInfo
    const { query } = ctx.db
    const type = { 'content-type': 'text/csv' }
    for (let turn = 0; turn < 10; turn += 1) {
      const headers = { 'x-api-key': (await aDeveloper(ctx)).apiKey, ...type }
      const client = request({ port, method: 'POST', path: '/api/inventory/import', headers })
      const received = once(server.server, 'request')
      client.on('error', () => {}).write('sku,name\n')
      const [, response] = await received
      const closed = once(response, 'close')
      // Some leave during authentication, others during the upload.
      if (turn % 2 === 0) await sleep(50)
      else ctx.db.query = async (sql, params) => closed.then(() => query(sql, params))
      client.destroy()
      await closed
      ctx.db.query = query
    }
    const headers = { 'x-api-key': (await aDeveloper(ctx)).apiKey, ...type }
    const url = '/api/inventory/import'
    const payload = 'sku,name,priceUsd\nT-1,Tea,4'
    const response = await server.inject({ method: 'POST', url, headers, payload })
    expect(response.statusCode).toBe(200)
    expect(lines.filter(({ level }) => level === 'error')).toEqual([])
    await close()
  })

  test('error: only the import takes CSV', async () => {
    const [headers, payload] = [{ ...(await aKey()), 'content-type': 'text/csv' }, 'sku']
    const response = await app.inject({ method: 'POST', url: '/api/inventory', headers, payload })
    expect(response.statusCode).toBe(415)
  })

  test('behavior: describes both bodies', async () => {
    const { paths } = (await app.inject('/openapi.json')).json()
    expect(paths['/api/inventory/import'].post.requestBody.content).toMatchObject({
      'application/json': { schema: { $ref: '#/components/schemas/ImportItemsBody' } },
      'text/csv': { schema: { type: 'string', description: 'The file, in UTF-8' } },
    })
  })
})

describe('GET /api/inventory/export', () => {
  test('default', async () => {
    const headers = await aKey()
    await load(headers, 'sku,name,price,currency\nT-1,"Tea, green",4.50,EUR')
    const response = await get('/export', headers)

    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="inventory.csv"',
    })
    expect(response.body.split('\r\n')).toEqual([
      expect.stringMatching(/^sku,name,/),
      'T-1,"Tea, green",,,,,4.5,EUR,true,false,-1,,,true,,,',
      '',
    ])
    expect((await load(headers, response.body)).json()).toMatchObject({ unchanged: 1, updated: 0 })
  })

  test("behavior: exports only the caller's items", async () => {
    await load(await aKey(), 'sku,name,priceUsd\nT-1,Tea,4')
    expect((await get('/export', await aKey())).body).toMatch(/^sku,[^\n]*\r\n$/)
  })

  test('behavior: describes the response as CSV', async () => {
    const { paths } = (await app.inject('/openapi.json')).json()
    expect(paths['/api/inventory/export'].get.responses['200'].content).toMatchObject({
      'text/csv': { schema: { type: 'string' } },
    })
  })

  test('behavior: stops reading when the client disconnects', async () => {
    const headers = await aKey()
    await load(headers, manyItems(1_600))
    await app.server.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.server.address() as AddressInfo
    const { query } = app.ctx.db
    let reads = 0
    const client = request({ port, path: '/api/inventory/export', headers })
    const accepted = once(app.server.server, 'connection')

    const secondRead = new Promise<void>((resolve) => {
      app.ctx.db.query = async (sql, params) => {
        if (!sql.includes('order by sku')) return query(sql, params)
        reads += 1
        if (reads === 2) {
          const [socket] = await accepted
          client.destroy()
          await once(socket, 'close')
          resolve()
        }
        return query(sql, params)
      }
    })
    client.on('error', () => {}).end()
    await secondRead
    // Longer than a third batch would take on the same connections.
    for (let turn = 0; turn < 20; turn += 1) await query('select 1')
    app.ctx.db.query = query
    expect(reads).toBe(2)
  })

  test('error: returns 500 when the database fails', async () => {
    const headers = await aKey()
    const { query } = app.ctx.db
    app.ctx.db.query = async (sql, params) => {
      if (sql.includes('order by sku')) throw new Error('unavailable')
      return query(sql, params)
    }
    const response = await get('/export', headers)
    app.ctx.db.query = query
    expect(response.statusCode).toBe(500)
    expect(response.json()).toMatchObject({ error: 'failed' })
  })
})
