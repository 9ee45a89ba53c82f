import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../test/harness.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

type Operation = {
  operationId: string
  security: object[]
  responses: Record<string, { content?: Record<string, { schema: object }> }>
}

async function description(): Promise<{ paths: Record<string, Record<string, Operation>> }> {
  const response = await app.inject('/openapi.json')
  expect(response.statusCode).toBe(200)
  return response.json()
}

describe('every route', () => {
  test('behavior: declares a guard', () => {
    expect(app.routes.length).toBeGreaterThan(3)
    expect(app.routes.filter(({ config }) => !config.guard)).toEqual([])
  })

  test('behavior: is described in OpenAPI, which describes nothing else', async () => {
    const { paths } = await description()
    const described = Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const registered = app.routes.map(
      ({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`,
    )
    expect(described.sort()).toEqual(registered.sort())
  })

  test('behavior: has schemas for success and errors', async () => {
    const { paths } = await description()
    for (const operation of Object.values(paths).flatMap((operations) =>
      Object.values(operations),
    )) {
      const statuses = Object.keys(operation.responses)
      // Forms of pages answer with a redirect.
      expect(statuses.some((status) => /^(2|303)/.test(status))).toBe(true)
      expect(statuses).toEqual(expect.arrayContaining(['4XX', '5XX']))
      for (const { content = {} } of Object.values(operation.responses)) {
        expect(Object.values(content).every(({ schema }) => typeof schema === 'object')).toBe(true)
      }
    }
  })

  test('behavior: has a unique operation id', async () => {
    const { paths } = await description()
    const names = Object.values(paths).flatMap((operations) =>
      Object.values(operations).map(({ operationId }) => operationId),
    )
    expect(new Set(names).size).toBe(names.length)
  })
})

describe('GET /openapi.json', () => {
  test('default', async () => {
    const document = await description()
    expect(document).toMatchObject({
      openapi: '3.1.0',
      info: { version: '1.0.0' },
      servers: [{ url: 'http://tally.test' }],
      security: [{ apiKey: [] }, { apimKey: [] }],
      components: { securitySchemes: { apimKey: {}, x402: {}, siwx: { name: 'SIGN-IN-WITH-X' } } },
    })
  })

  test('behavior: comes compressed, and not again to a client that has it', {
    tags: 'slow',
  }, async () => {
    const url = '/openapi.json'
    const plainResponse = await app.inject(url)
    const gzip = await app.inject({ url, headers: { 'accept-encoding': 'gzip' } })
    expect(gzip.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
    expect(gunzipSync(gzip.rawPayload)).toEqual(plainResponse.rawPayload)
    const headers = { 'if-none-match': String(gzip.headers.etag) }
    const repeatedResponse = await app.inject({ url, headers })
    expect([repeatedResponse.statusCode, repeatedResponse.body]).toEqual([304, ''])
    expect(repeatedResponse.headers).toMatchObject({ vary: 'accept-encoding' })
    const stale = await app.inject({ url, headers: { 'if-none-match': '"other"' } })
    expect(stale.statusCode).toBe(200)
  })

  test('behavior: public routes need no credentials, guarded routes list theirs', async () => {
    const { paths } = await description()
    expect(paths['/openapi.json']?.['get']?.security).toEqual([])
    expect(paths['/healthz']?.['get']?.security).toEqual([{ siwx: [] }, {}])
    expect(paths['/api/status/ping']?.['get']?.security).toEqual([
      { apiKey: [] },
      { apimKey: [] },
      { bearer: [] },
      { session: [] },
    ])
    expect(paths['/api/keys']?.['post']?.security).toEqual([{ session: [], csrf: [] }])
    expect(paths['/api/shop/config']?.['get']?.security).toContainEqual({ siwx: [] })
  })
})
