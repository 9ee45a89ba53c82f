import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { generatePrivateKey } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDeveloper } from '../../../test/fixtures/factories.js'
import { createTestApp, type TestApp } from '../../../test/harness.js'
import { liveEnvironment } from '../../../test/hostile-bench.js'
import { signIn } from '../../../test/sign-in.js'
import { developer } from '../guards.js'
import { createNetworkHash, type NetworkHash } from '../network-hash.js'
import { createStorageBudget, kilobytesOf } from './storage-budget.js'

const padding = 'x'.repeat(600 * 1_024)
const reached = { error: 'rate_limited', limit: 'stored-kilobytes' }
let app: TestApp
let hashNetwork: NetworkHash
beforeAll(async () => {
  const chain = { CHAIN_RPC_URL: 'http://127.0.0.1:9', CHAIN_ID: '84532' }
  app = await createTestApp({
    environment: { ...liveEnvironment(generatePrivateKey()), ...chain },
    extraRoutes: (server) => {
      const config = { guard: developer(), idempotent: {} }
      server.post('/large', { config }, async () => ({ text: 'x'.repeat(800 * 1_024) }))
    },
  })
  hashNetwork = createNetworkHash(app.ctx.config)
})
afterAll(() => app.close())

/** Creates an item with a large body, which counts although the padding is ignored. */
async function addItem(remoteAddress: string, headers: Record<string, string>) {
  const payload = { sku: 'A', name: 'A', priceUsd: 1, padding }
  const url = '/api/inventory'
  return app.inject({ method: 'POST', url, headers, payload, remoteAddress })
}

const signInLive = () => signIn(app, { uri: 'https://tally.test/' })

describe('the budget of stored bytes', () => {
  test('default: throwaway wallets share the budget of their network address', async () => {
    const statuses: number[] = []
    for (let wallet = 0; wallet < 4; wallet += 1) {
      const { headers } = await signInLive()
      const response = await addItem('192.0.2.1', headers)
      statuses.push(response.statusCode)
      if (wallet === 3) expect(response.json()).toMatchObject(reached)
    }
    expect(statuses).toEqual([200, 200, 200, 429])
    const { headers } = await signInLive()
    expect((await addItem('192.0.2.2', headers)).statusCode).toBe(200)
  })

  test('behavior: strangers and buyers count for their network address', async () => {
    const { headers } = await signInLive()
    for (let item = 0; item < 4; item += 1) await addItem('192.0.2.3', headers)
    const quote = (remoteAddress: string) => {
      const payload = { items: [], note: 'x'.repeat(9_000) }
      const url = '/api/directory/shops/none/quote'
      return app.inject({ method: 'POST', url, payload, remoteAddress })
    }
    const responses = []
    for (let call = 0; call < 29; call += 1) responses.push((await quote('192.0.2.3')).json())
    expect(responses).toContainEqual(expect.objectContaining(reached))
    expect((await quote('192.0.2.4')).json().error).not.toBe('rate_limited')
  })

  test('behavior: a merchant that pays for its plan has none', async () => {
    const { apiKey } = await aDeveloper(app.ctx, { plan: 'pro' })
    for (let item = 0; item < 5; item += 1) {
      expect((await addItem('192.0.2.5', { 'x-api-key': apiKey })).statusCode).toBe(200)
    }
  })

  test('behavior: a merchant with a sale has none', async () => {
    const { apiKey, wallet } = await aDeveloper(app.ctx, { plan: 'starter' })
    await app.ctx.db.query(
      `insert into payments (chain_id, tx_hash, log_index, block_hash, block_number, merchant, receipt_id,
         kind, state, token, units, usd_micros, payout_address, paid_at, created_at)
       values (84532, '0x1', 0, '0x2', 1, $1, 'r-1', 'deposit', 'confirmed', '0x3', 1, 1, '0x4', 0, 0)`,
      [wallet],
    )
    for (let item = 0; item < 5; item += 1) {
      expect((await addItem('192.0.2.6', { 'x-api-key': apiKey })).statusCode).toBe(200)
    }
  })

  test('behavior: a stored response counts, and is not kept over the limit', async () => {
    const { apiKey, wallet } = await aDeveloper(app.ctx, { plan: 'starter' })
    const post = (key: string) => {
      const headers = { 'x-api-key': apiKey, 'idempotency-key': key }
      return app.inject({ method: 'POST', url: '/large', headers, remoteAddress: '192.0.2.9' })
    }
    for (const key of ['a', 'b', 'c']) expect((await post(key)).statusCode).toBe(200)
    expect((await post('a')).headers['idempotent-replayed']).toBe('true')
    const replayed = await post('c')
    expect(replayed.statusCode).toBe(409)
    expect(replayed.json()).toMatchObject({ error: 'idempotency_conflict' })
    const { rows } = await app.ctx.db.query<{ bytes: string }>(
      'select sum(length(body)) as bytes from idempotency_keys where owner = $1',
      [wallet],
    )
    expect(Number(rows[0]?.bytes)).toBeLessThan(2_048 * 1_024)
  })

  test('error: a request larger than the budget must be sent in parts', async () => {
    const budget = createStorageBudget(app.ctx, hashNetwork)
    const request = { caller: null, ip: '192.0.2.7' } as FastifyRequest
    expect(await budget.take(request, 3_000)).toMatchObject({
      message: 'This request stores up to 3000 kilobytes, and the limit is 2048. Send it in parts.',
      fields: { limit: 'stored-kilobytes' },
    })
  })

  test('error: the daily budget outlasts a minute', async () => {
    const request = { caller: null, ip: '192.0.2.8' } as FastifyRequest
    let error = null
    for (let minute = 0; minute < 160 && !error; minute += 1) {
      const budget = createStorageBudget(app.ctx, hashNetwork)
      await app.ctx.db.query('update rate_windows set ends_at = 0 where bucket = $1', [
        `stored-kilobytes:network:${hashNetwork(request.ip)}`,
      ])
      error = await budget.take(request, 1_800)
    }
    expect(error).toMatchObject({ fields: { limit: 'stored-kilobytes-daily' } })
  })
})

describe('kilobytesOf', () => {
  const of = (fields: object) =>
    kilobytesOf({ headers: {}, routeOptions: { bodyLimit: 10_240 }, ...fields } as FastifyRequest)

  test.each([
    ['no body', {}, 16],
    ['a length', { headers: { 'content-length': '2049' } }, 19],
    ['JSON without a length', { body: { a: 'x'.repeat(2_048) } }, 19],
    ['text without a length', { body: 'x'.repeat(1_024) }, 17],
    ['a stream without a length', { body: Readable.from([]) }, 26],
    ['an order of two items', { body: { items: [{}, {}] } }, 50],
    ['an order of 200 items', { body: { items: Array(200).fill({}) } }, 181],
  ])('default: %s', (_name, fields, expected) => {
    expect(of(fields)).toBe(expected)
  })
})
