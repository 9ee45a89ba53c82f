import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../test/harness.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const origin = 'https://agent.example'
const preflight = (url: string, method: string) =>
  app.inject({
    method: 'OPTIONS',
    url,
    headers: { origin, 'access-control-request-method': method },
  })

describe('allowCrossOrigin', () => {
  test('default', async () => {
    const response = await app.inject({ url: '/api/directory/shops', headers: { origin } })
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': expect.stringContaining(
        'payment-required, payment-response, x-payment-response',
      ),
    })
    expect(response.headers).not.toHaveProperty('access-control-allow-credentials')
  })

  test('behavior: answers a preflight with the headers that x402 clients send', async () => {
    const response = await preflight('/api/directory/shops/notch-and-bean/items', 'GET')
    expect(response.statusCode).toBe(204)
    expect(response.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': expect.stringContaining('GET'),
      'access-control-max-age': '7200',
      'x-ratelimit-limit': '60000',
    })
    const allowed = String(response.headers['access-control-allow-headers']).split(', ')
    expect(allowed).toEqual(
      expect.arrayContaining([
        'content-type',
        'x-payment',
        'payment-signature',
        'sign-in-with-x',
        'idempotency-key',
        'access-control-expose-headers',
      ]),
    )
    expect(allowed.filter((name) => /key|cookie|authorization|csrf/.test(name))).toEqual([
      'idempotency-key',
    ])
  })

  test.each([
    ['/api/directory/shops/notch-and-bean/quote', 'POST'],
    ['/api/auth/challenge', 'GET'],
    ['/api/x402/orders', 'POST'],
    ['/mcp', 'POST'],
  ])('behavior: a page of another site may call %s, without credentials', async (url, method) => {
    const response = await preflight(url, method)
    expect(response.statusCode).toBe(204)
    expect(response.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': expect.stringContaining(method),
    })
    expect(response.headers).not.toHaveProperty('access-control-allow-credentials')
  })

  test('behavior: errors of an open route have the headers too', async () => {
    const refused = await app.inject({
      url: '/api/directory/shops',
      headers: { origin, 'x-api-key': 'tly_test_wrong' },
    })
    expect(refused.statusCode).toBe(401)
    expect(refused.headers).toMatchObject({ 'access-control-allow-origin': '*' })
  })

  test('behavior: only routes for agents are open to other sites', () => {
    const open = app.routes.filter(({ config }) => config.allowsAnyOrigin)
    const forAgents =
      /^\/(openapi\.json|llms\.txt|mcp|discovery\/|\.well-known\/|api\/(directory|x402)\/|api\/auth\/challenge$)/
    expect(open.length).toBeGreaterThan(5)
    expect(open.filter(({ path }) => !forAgents.test(path))).toEqual([])
    expect(open.map(({ path }) => path)).not.toContain('/api/directory/shops/:slug/orders')
  })

  test('error: OPTIONS without a preflight header is not allowed', async () => {
    const response = await app.inject({ method: 'OPTIONS', url: '/api/directory/shops' })
    expect([response.statusCode, response.headers.allow]).toEqual([405, 'GET, HEAD'])
  })

  test('error: other routes answer without the headers', async () => {
    const closed = [
      '/healthz',
      '/api/orders',
      '/api/shop/config',
      '/api/portal/R-1',
      '/api/auth/nonce',
      '/api/auth/login',
      '/api/directory/shops/notch-and-bean/orders',
    ]
    for (const url of closed) {
      const response = await preflight(url, 'GET')
      expect(response.statusCode).toBe(405)
      expect(Object.keys(response.headers).filter((name) => /^access-control/.test(name))).toEqual(
        [],
      )
    }
    const { headers } = await app.inject({ url: '/healthz', headers: { origin } })
    expect(headers).not.toHaveProperty('access-control-allow-origin')
  })
})
