import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { generatePrivateKey } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aHash } from '../../../test/fixtures/buyer.js'
import { aDeveloper } from '../../../test/fixtures/factories.js'
import { createTestApp, type TestApp } from '../../../test/harness.js'
import { liveEnvironment } from '../../../test/hostile/bench.js'
import { signIn } from '../../../test/sign-in.js'
import type { Address } from '../../lib/hex.js'
import { unixMs } from '../../lib/time.js'
import { developer } from '../guards.js'
import { createEstablished } from '../merchants/established.js'
import { upsertPaidSubscription } from '../merchants/plan-store.js'
import { createNetworkHash, type NetworkHash } from '../network-hash.js'
import { isEstablished } from '../read-model/sales-store.js'
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

function aRequest(
  ip: string,
  { caller = null, stores }: { caller?: object | null; stores?: string } = {},
) {
  return { caller, ip, routeOptions: { config: { stores } } } as FastifyRequest
}

async function insertPayment(merchant: Address, usdMicros: number) {
  await app.ctx.db.query(
    `insert into payments (chain_id, tx_hash, log_index, block_hash, block_number, merchant, receipt_id,
       kind, state, token, units, usd_micros, payout_address, paid_at, created_at)
     values (84532, $3, 0, '0x2', 1, $1, 'r-1', 'deposit', 'confirmed', '0x3', 1, $2, '0x4', 0, 0)`,
    [merchant, usdMicros, aHash()],
  )
}

/** Uses up a budget, as other processes could. */
async function useUp(bucket: string) {
  await app.ctx.db.query(
    `insert into rate_windows (bucket, ends_at, used, granted)
     values ($1, extract(epoch from now()) * 1000 + 86400000, 5000000, 0)
     on conflict (bucket) do update set used = 5000000`,
    [bucket],
  )
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

  test('behavior: third parties and buyers count for their network address', async () => {
    await useUp(`stored-kilobytes:network:${hashNetwork('192.0.2.3')}`)
    const buyPlan = async (remoteAddress: string) => {
      const url = '/api/x402/subscribe'
      const payload = { planKey: 'pro' }
      return (await app.inject({ method: 'POST', url, payload, remoteAddress })).json()
    }
    expect(await buyPlan('192.0.2.3')).toMatchObject(reached)
    expect((await buyPlan('192.0.2.4')).error).not.toBe('rate_limited')
  })

  test('behavior: a merchant that pays for its plan has a larger one of its own', async () => {
    const { apiKey, wallet } = await aDeveloper(app.ctx, { plan: 'pro' })
    for (let item = 0; item < 5; item += 1) {
      expect((await addItem('192.0.2.5', { 'x-api-key': apiKey })).statusCode).toBe(200)
    }
    await useUp(`established-kilobytes-daily:merchant:${wallet}`)
    const budget = createStorageBudget(app.ctx, hashNetwork)
    const caller = { kind: 'developer', wallet }
    expect(await budget.take(aRequest('192.0.2.5', { caller }), 16)).toMatchObject({
      fields: { limit: 'established-kilobytes-daily' },
    })
  })

  test('behavior: so has a merchant with sales, but not with the smallest payment', async () => {
    const { apiKey, wallet } = await aDeveloper(app.ctx, { plan: 'starter' })
    const headers = { 'x-api-key': apiKey }
    await insertPayment(wallet, 1)
    const statuses = []
    for (let item = 0; item < 4; item += 1) {
      statuses.push((await addItem('192.0.2.6', headers)).statusCode)
    }
    expect(statuses).toEqual([200, 200, 200, 429])

    const established = createEstablished(app.ctx)
    await insertPayment(wallet, 9_999_999)
    await insertPayment(wallet, 1)
    expect(await isEstablished(app.ctx.db, { merchant: wallet, now: app.ctx.now() })).toBe(false)
    const payload = { id: 'r-1', totalUsd: 1, lineItems: [{ label: 'A', priceUsd: 1 }] }
    const created = await app.inject({ method: 'POST', url: '/api/receipts', headers, payload })
    expect(created.statusCode).toBe(201)
    await app.ctx.db.query(
      `update receipts set status = 'paid', is_paid_manually = true where merchant = $1`,
      [wallet],
    )
    await insertPayment(wallet, 10_000)
    expect(await isEstablished(app.ctx.db, { merchant: wallet, now: app.ctx.now() })).toBe(false)
    await app.ctx.db.query('update receipts set is_paid_manually = false where merchant = $1', [
      wallet,
    ])
    expect(await established.has(wallet)).toBe(true)
  })

  test('behavior: a merchant whose paid plan has ended is like any other', async () => {
    const { wallet: merchant } = await aDeveloper(app.ctx, { plan: 'starter' })
    const now = app.ctx.now()
    const [createdAt, paidUntil] = [now, unixMs(now + 1_000)]
    const subscription = { merchant, id: 'dsub_1', plan: 'pro', paidUntil, createdAt } as const
    await upsertPaidSubscription(app.ctx.db, subscription)
    expect(await isEstablished(app.ctx.db, { merchant, now })).toBe(true)
    expect(await isEstablished(app.ctx.db, { merchant, now: paidUntil })).toBe(false)
  })

  test('behavior: a failed request takes nothing, and neither does a quote', async () => {
    const order = (url: string) => {
      const payload = { items: Array(3_850).fill(0) }
      return app.inject({ method: 'POST', url, payload, remoteAddress: '192.0.2.10' })
    }
    for (let call = 0; call < 14; call += 1) {
      expect((await order('/api/directory/shops/no-such-shop/orders')).statusCode).toBe(404)
      expect((await order('/api/directory/shops/no-such-shop/quote')).statusCode).toBe(404)
    }
    const { rows } = await app.ctx.db.query<{ used: number }>(
      'select used from rate_windows where bucket = $1',
      [`stored-kilobytes:network:${hashNetwork('192.0.2.10')}`],
    )
    // One request, and an eighth of the rest in advance.
    expect(rows[0]?.used ?? 0).toBeLessThan(500)
  })

  test('behavior: sign-in and payment pages do not need the budget of the platform', async () => {
    const budget = createStorageBudget(app.ctx, hashNetwork)
    const bucket = 'stored-kilobytes-daily:platform:'
    const { rows } = await app.ctx.db.query<{ used: number }>(
      'select used from rate_windows where bucket = $1',
      [bucket],
    )
    await useUp(bucket)
    expect(await budget.take(aRequest('192.0.2.11'), 16)).toMatchObject({
      fields: { limit: 'stored-kilobytes-daily' },
    })
    for (const little of [{ stores: 'little' }, { caller: { kind: 'portal' } }]) {
      expect(await budget.take(aRequest('192.0.2.11', little), 2)).toBe(null)
    }
    await app.ctx.db.query('update rate_windows set used = $2 where bucket = $1', [
      bucket,
      rows[0]?.used ?? 0,
    ])
  })

  test('behavior: others cannot use up the part of orders at established shops', async () => {
    const budget = createStorageBudget(app.ctx, hashNetwork)
    const { wallet: shop } = await aDeveloper(app.ctx)
    const { wallet: newShop } = await aDeveloper(app.ctx, { plan: 'starter' })
    const bucket = 'stored-kilobytes-daily:platform:'
    await useUp(bucket)
    expect(await budget.take(aRequest('192.0.2.12'), 16, { shop: newShop })).toMatchObject({
      fields: { limit: 'stored-kilobytes-daily' },
    })
    expect(await budget.take(aRequest('192.0.2.12'), 16, { shop })).toBe(null)
    await useUp('order-kilobytes-daily:platform:')
    const freshStorageBudget = createStorageBudget(app.ctx, hashNetwork)
    expect(await freshStorageBudget.take(aRequest('192.0.2.12'), 16, { shop })).toMatchObject({
      fields: { limit: 'order-kilobytes-daily' },
    })
    await app.ctx.db.query('update rate_windows set used = 0 where bucket = $1', [bucket])
  })

  test('behavior: the networks of an IPv6 site cannot use up the budget of the platform', async () => {
    const ip = '2001:db8:7:1::1'
    await createStorageBudget(app.ctx, hashNetwork).take(aRequest(ip), 16)
    await useUp(`stored-kilobytes-daily:site:${hashNetwork(ip).split('/')[1]}`)
    const budget = createStorageBudget(app.ctx, hashNetwork)
    expect(await budget.take(aRequest('2001:db8:7:2::1'), 16)).toMatchObject({
      fields: { limit: 'stored-kilobytes-daily' },
    })
    expect(await budget.take(aRequest('2001:db8:8:2::1'), 16)).toBe(null)
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
    const request = aRequest('192.0.2.7')
    expect(await budget.take(request, 3_000)).toMatchObject({
      message: 'This request stores up to 3000 kilobytes, and the limit is 2048. Send it in parts.',
      fields: { limit: 'stored-kilobytes' },
    })
  })

  test('error: the daily budget outlasts a minute', async () => {
    const request = aRequest('192.0.2.8')
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
    kilobytesOf({
      headers: {},
      routeOptions: { bodyLimit: 10_240, config: {} },
      ...fields,
    } as FastifyRequest)

  test.each([
    ['no body', {}, 3],
    ['a length', { headers: { 'content-length': '2049' } }, 6],
    ['JSON without a length', { body: { a: 'x'.repeat(2_048) } }, 6],
    ['text without a length', { body: 'x'.repeat(1_024) }, 4],
    ['JSON beyond ASCII without a length', { body: { a: '長'.repeat(1_024) } }, 7],
    ['text beyond ASCII without a length', { body: '長'.repeat(1_024) }, 6],
    ['a stream without a length', { body: Readable.from([]) }, 13],
    ['an order of two items', { body: { items: [{}, {}] } }, 5],
    ['an order of 200 items', { body: { items: Array(200).fill({}) } }, 104],
    ['an invalid order of 9,000 items', { body: { items: Array(9_000).fill(0) } }, 121],
    ['a payment page', { caller: { kind: 'portal' }, body: 'x'.repeat(1_024) }, 3],
  ])('default: %s', (_name, fields, expected) => {
    expect(of(fields)).toBe(expected)
  })
})
