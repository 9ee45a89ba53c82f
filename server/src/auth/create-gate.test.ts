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
