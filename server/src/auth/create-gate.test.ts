import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../test/harness.js'

const secret = '9f8e7d6c5b4a39281706f5e4d3c2b1a0'
let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ environment: { EDGE_SECRET: secret } })
})
afterAll(() => app.close())

describe('createGate', () => {
  test('default', async () => {
    const response = await app.inject({ url: '/', headers: { 'x-edge-secret': secret } })
    expect(response.statusCode).toBe(200)
  })

  test('behavior: admits health checks without the secret', async () => {
    expect((await app.inject('/healthz')).statusCode).toBe(200)
  })

  test.each([{}, { 'x-edge-secret': 'guess' }, { 'x-edge-secret': '' }])(
    'error: rejects a direct call with %j',
    async (headers) => {
      for (const url of [
        ...['/', '/api/status/ping', '/openapi.json', '/nowhere', '/%zz', '/?x=%00'],
        `/api/keys/${'x'.repeat(300)}/rotate`,
      ]) {
        const response = await app.inject({ url, headers })
        expect(response.statusCode).toBe(403)
        expect(response.json()).toMatchObject({ error: 'forbidden' })
      }
    },
  )
})

describe('hosts', () => {
  let live: TestApp
  let local: TestApp
  beforeAll(async () => {
    const PAY_URL = 'https://pay.tally.test'
    live = await createTestApp({ environment: { PAY_URL, ALLOWED_HOSTS: 'tally.internal' } })
    local = await createTestApp({
      environment: { BASE_URL: 'http://localhost:3000', ALLOWED_HOSTS: '' },
    })
  })
  afterAll(() => Promise.all([live.close(), local.close()]))

  const call = async (target: TestApp, host: string, url = '/api/directory/shops') =>
    (await target.inject({ url, headers: { host } })).statusCode

  test.each([
    'tally.test',
    'TALLY.test:8443',
    'tally.test.',
    'pay.tally.test',
    'tally.internal:3000',
  ])('default: answers for %s', async (host) => {
    expect(await call(live, host)).toBe(200)
  })

  test.each(['localhost:5173', '127.0.0.1:3000', '[::1]:3000', 'shop.localhost'])(
    'behavior: a service on localhost answers for %s',
    async (host) => {
      expect(await call(local, host)).toBe(200)
      expect(await call(live, host)).toBe(403)
    },
  )

  test.each([
    'rebound.example',
    'tally.test.rebound.example',
    'localhost.example',
    '127.0.0.1.example',
  ])('error: refuses %j, even on /mcp and unknown URLs', async (host) => {
    for (const url of [
      '/',
      '/api/directory/shops',
      '/mcp',
      '/nowhere',
      '/%zz',
      `/api/keys/${'x'.repeat(300)}/rotate`,
    ]) {
      const response = await local.inject({ url, headers: { host } })
      expect(response.statusCode, url).toBe(403)
      expect(response.json()).toMatchObject({ error: 'forbidden' })
    }
  })

  test('behavior: health checks may name any host', async () => {
    expect(await call(live, '10.1.2.3:3000', '/healthz')).toBe(200)
  })

  test('behavior: a call with the edge secret may name any host', async () => {
    const headers = { host: 'origin.internal', 'x-edge-secret': secret }
    expect((await app.inject({ url: '/', headers })).statusCode).toBe(200)
  })
})
