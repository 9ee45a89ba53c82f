import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDeveloper } from '../../../test/fixtures/factories.js'
import { createTestApp, type TestApp, testNow } from '../../../test/harness.js'
import { startTestChain, type TestChain } from '../../../test/test-chain.js'
import { buildApp } from '../../app.js'
import { createSandboxClock } from '../../platform/clock/sandbox-clock.js'
import { seedDemo } from './seed-demo.js'

const dayMs = 86_400_000
const url = '/api/sandbox/clock'

let node: TestChain
let app: TestApp
let apiKey: string
beforeAll(async () => {
  node = await startTestChain()
  app = await createTestApp({ environment: node.environment })
  apiKey = (await aDeveloper(app.ctx)).apiKey
}, 60_000)
afterAll(async () => {
  await app.close()
  await node.close()
})

const post = (payload: unknown, headers: Record<string, string> = { 'x-api-key': apiKey }) =>
  app.inject({ method: 'POST', url, headers, payload: payload as object })

/** Returns how far the latest block is ahead of the service clock, which is fixed in tests. */
async function chainLeadSeconds(): Promise<number> {
  const latest = await app.ctx.chain?.findBlock('latest')
  return Number(latest?.timestampSeconds) - Math.floor(app.ctx.now() / 1_000)
}

function expectTogether(leadSeconds: number) {
  expect(leadSeconds).toBeGreaterThanOrEqual(0)
  expect(leadSeconds).toBeLessThan(60)
}

describe('POST /api/sandbox/clock', { timeout: 30_000 }, () => {
  test('default: advances the clock of service and chain, permanently', async () => {
    const before = app.ctx.now()
    const response = await post({ advanceMs: 40 * dayMs })
    expect(response.statusCode).toBe(200)
    const { now, aheadMs } = response.json()
    expect(response.json()).toEqual({ ok: true, now: before + 40 * dayMs, aheadMs: now - testNow })
    expect(app.ctx.now()).toBe(now)
    expectTogether(await chainLeadSeconds())

    const restarted = createSandboxClock(() => testNow)
    await restarted.reload(app.ctx.db)
    expect(restarted.aheadMs()).toBe(aheadMs)
  })

  test('default: returns the clock of service, chain and other processes to real time', async () => {
    await post({ advanceMs: 40 * dayMs })
    const other = createSandboxClock(() => testNow)
    await other.reload(app.ctx.db)
    expect(other.aheadMs()).toBeGreaterThanOrEqual(40 * dayMs)

    const response = await post({ reset: true })
    expect(response.json()).toEqual({ ok: true, now: testNow, aheadMs: 0 })
    expect(app.ctx.now()).toBe(testNow)
    expectTogether(await chainLeadSeconds())
    await node.call('evm_mine')
    expectTogether(await chainLeadSeconds())
    await other.reload(app.ctx.db)
    expect(other.aheadMs()).toBe(0)

    await post({ advanceMs: dayMs })
    expect(app.ctx.now()).toBe(testNow + dayMs)
    expectTogether(await chainLeadSeconds())
  })

  test('error: accepts either advanceMs or reset', async () => {
    for (const body of [{}, { reset: false }, { advanceMs: 1, reset: true }]) {
      expect((await post(body)).statusCode).toBe(400)
    }
  })

  test('behavior: concurrent advances add up, even on the chain', async () => {
    const before = app.ctx.now()
    const responses = await Promise.all(Array.from({ length: 5 }, () => post({ advanceMs: dayMs })))
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200])
    expect(app.ctx.now()).toBe(before + 5 * dayMs)
    expectTogether(await chainLeadSeconds())
  })

  test('behavior: accepts zero, and mines a block', async () => {
    const before = app.ctx.now()
    const number = (await app.ctx.chain?.findBlock('latest'))?.number ?? 0n
    expect((await post({ advanceMs: 0 })).json()).toMatchObject({ now: before })
    expect((await app.ctx.chain?.findBlock('latest'))?.number).toBe(number + 1n)
  })

  test.each([
    ['backwards', { advanceMs: -1 }],
    ['half a millisecond', { advanceMs: 0.5 }],
    ['more than a year', { advanceMs: 366 * dayMs + 1 }],
    ['text', { advanceMs: '1000' }],
    ['nothing', {}],
    ['a list', []],
  ])('error: %s', async (_, payload) => {
    const before = app.ctx.now()
    const response = await post(payload)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ error: 'invalid_input' })
    expect(app.ctx.now()).toBe(before)
  })

  test('error: returns 401 without a key', async () => {
    expect((await post({ advanceMs: 1 }, {})).statusCode).toBe(401)
  })

  test('error: returns 404 in live mode', async () => {
    const { server } = await buildApp({ ...app.ctx, sandbox: null })
    await server.ready()
    const headers = { 'x-api-key': apiKey }
    const response = await server.inject({
      method: 'POST',
      url,
      headers,
      payload: { advanceMs: 1 },
    })
    await server.close()
    expect(response.statusCode).toBe(404)
  })
})

/** A form without fields, as a browser sends it. */
const form = {
  method: 'POST',
  url: '/sandbox/checkout',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  payload: '',
} as const

describe('POST /sandbox/checkout', () => {
  let shop: TestApp
  beforeAll(async () => {
    shop = await createTestApp()
  })
  afterAll(() => shop.close())

  test('default: places an order and redirects to its payment page on the same host', {
    tags: 'slow',
  }, async () => {
    await seedDemo(shop.ctx, 'a secret')
    const response = await shop.inject(form)
    expect(response.statusCode).toBe(303)
    const location = String(response.headers.location)
    expect(location).toMatch(/^\/portal\/rcpt_\w+\?recipient=0x\w{40}&k=/)

    const displayedResponse = await shop.inject(`/api${location}`)
    expect(displayedResponse.json()).toMatchObject({
      status: 'generated',
      brandName: 'Notch & Bean',
      contact: { email: 'hello@notchandbean.example', phone: '+1 202 555 0143' },
      lineItems: expect.arrayContaining([expect.objectContaining({ label: 'Flat white', qty: 2 })]),
    })
  })

  test('error: 404 in live mode', async () => {
    const { server } = await buildApp({ ...shop.ctx, sandbox: null })
    expect((await server.inject(form)).statusCode).toBe(404)
    await server.close()
  })
})
