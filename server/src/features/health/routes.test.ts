import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDeveloper } from '../../../test/fixtures/factories.js'
import { createTestApp, type TestApp, testNow } from '../../../test/harness.js'
import { checksumAddress } from '../../lib/hex.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

describe('GET /healthz', () => {
  test('default', async () => {
    const response = await app.inject('/healthz')

    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({ status: 'ok' })
  })
})

describe('GET /healthz before a stop', () => {
  test('behavior: tells load balancers to use another process', async () => {
    const draining = await createTestApp({ hasCanaries: false })
    draining.ctx.health.drain()
    const response = await draining.inject('/healthz')
    await draining.close()

    expect(response.statusCode).toBe(503)
    expect(response.json()).toEqual({ status: 'draining' })
  })
})

describe('GET /api/status/ping', () => {
  const url = '/api/status/ping'
  const unauthorized = { error: 'unauthorized', message: 'Missing or invalid subscription key' }

  test('default', async () => {
    const { apiKey, wallet } = await aDeveloper(app.ctx)

    const response = await app.inject({ url, headers: { 'x-api-key': apiKey } })

    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({
      ok: true,
      status: 'ok',
      version: '1.0.0',
      time: testNow,
      uptimeMs: 0,
      wallet: checksumAddress(wallet),
      checks: {
        datastore: { ok: true, latencyMs: expect.any(Number) },
        outbox: { ok: true, pending: 0 },
        jobs: { ok: true, failing: [], overdue: [] },
        journal: { ok: true, records: 0, oldestMs: 0, replayedPerSecond: 0, quarantined: 0 },
      },
    })
  })

  test.each([
    ['Ocp-Apim-Subscription-Key', (key: string) => key],
    ['authorization', (key: string) => `Bearer ${key}`],
  ])('behavior: accepts the key in %s', async (header, value) => {
    const { apiKey } = await aDeveloper(app.ctx)
    const response = await app.inject({ url, headers: { [header]: value(apiKey) } })
    expect(response.statusCode).toBe(200)
  })

  test('behavior: prefers the subscription header when both are sent', async () => {
    const { apiKey } = await aDeveloper(app.ctx)
    const headers = { 'ocp-apim-subscription-key': 'wrong', 'x-api-key': apiKey }
    const response = await app.inject({ url, headers })
    expect(response.statusCode).toBe(401)
  })

  test('error: refuses a request without a key', async () => {
    const response = await app.inject(url)
    expect(response.statusCode).toBe(401)
    expect(response.json()).toEqual(unauthorized)
  })

  test('error: refuses a key with one changed character', async () => {
    const { apiKey } = await aDeveloper(app.ctx)
    const wrong = apiKey.slice(0, -1) + (apiKey.endsWith('0') ? '1' : '0')
    const response = await app.inject({ url, headers: { 'x-api-key': wrong } })
    expect(response.json()).toEqual(unauthorized)
  })

  test('error: refuses a well-formed but unknown key', async () => {
    const { formatKey } = await import('../../auth/keys/key-format.js')
    const thirdParty = formatKey('sandbox', new Uint8Array(40).fill(7))
    const response = await app.inject({ url, headers: { 'x-api-key': thirdParty } })
    expect(response.json()).toEqual(unauthorized)
  })
})
