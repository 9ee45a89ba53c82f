import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aListedShop, type ListedShop } from '../../test/fixtures/anonymous-caller.js'
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

  test('behavior: only routes for agents and scripts for other sites are open to all', () => {
    const open = app.routes.filter(({ config }) => config.allowsAnyOrigin)
    const forAgents =
      /^\/(openapi\.json|pay-button\.js|llms\.txt|mcp|discovery\/|\.well-known\/|api\/(directory|x402)\/|api\/auth\/challenge$)/
    expect(open.length).toBeGreaterThan(5)
    expect(open.filter(({ path }) => !forAgents.test(path))).toEqual([])
    expect(open.map(({ path }) => path)).not.toContain('/api/directory/shops/:slug/orders')
  })

  describe('the order route of a shop', () => {
    const listed = 'https://tea.example'
    const order = (shop: ListedShop, from: string, items = [{ sku: 'T', qty: 1 }]) =>
      app.inject({
        method: 'POST',
        url: `/api/directory/shops/${shop.slug}/orders`,
        headers: { origin: from },
        payload: { items },
      })
    const ask = ({ slug }: Pick<ListedShop, 'slug'>, from: string) =>
      app.inject({
        method: 'OPTIONS',
        url: `/api/directory/shops/${slug}/orders`,
        headers: { origin: from, 'access-control-request-method': 'POST' },
      })
    const corsOf = ({ headers }: { headers: object }) =>
      Object.keys(headers).filter((name) => /^access-control/.test(name))

    test('default: is open to the sites that the shop lists, without credentials', async () => {
      const shop = await aListedShop(app, {
        stockQty: -1,
        publicOrders: { embedOrigins: [listed] },
      })
      const allowed = await ask(shop, listed)
      expect(allowed.statusCode).toBe(204)
      expect(allowed.headers).toMatchObject({
        'access-control-allow-origin': listed,
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers': expect.stringContaining('idempotency-key'),
        vary: 'origin',
      })
      const placed = await order(shop, listed)
      expect([placed.statusCode, placed.headers['access-control-allow-origin']]).toEqual([
        200,
        listed,
      ])
      expect(placed.headers).not.toHaveProperty('access-control-allow-credentials')
      const refused = await order(shop, listed, [])
      expect([refused.statusCode, refused.headers['access-control-allow-origin']]).toEqual([
        400,
        listed,
      ])
    })

    test('behavior: follows the settings of the shop, also under a former slug', async () => {
      const shop = await aListedShop(app, { stockQty: -1 })
      expect((await ask(shop, listed)).statusCode).toBe(403)
      await shop.act('/api/shop/config', {
        slug: `${shop.slug}-new`,
        publicOrders: { embedOrigins: [listed] },
      })
      expect((await ask(shop, listed)).statusCode).toBe(204)
      await shop.act('/api/shop/config', { publicOrders: { embedOrigins: [] } })
      expect((await ask(shop, listed)).statusCode).toBe(403)
    })

    test.each([
      'https://evil.example',
      'http://tea.example',
      'https://tea.example:444',
      'https://www.tea.example',
      'https://tea.example.evil.example',
      'null',
    ])('error: %s is refused, and what it gets cannot be read', async (from) => {
      const shop = await aListedShop(app, {
        stockQty: -1,
        publicOrders: { embedOrigins: [listed] },
      })
      const preflightOf = await ask(shop, from)
      expect([preflightOf.statusCode, corsOf(preflightOf)]).toEqual([403, []])
      expect(corsOf(await order(shop, from))).toEqual([])
    })

    test('error: a shop that is not listed admits no site', async () => {
      const response = await ask({ slug: 'no-such-shop' }, listed)
      expect([response.statusCode, corsOf(response)]).toEqual([403, []])
    })
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
