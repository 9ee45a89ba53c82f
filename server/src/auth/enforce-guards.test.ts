import { PassThrough } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDeveloper } from '../../test/fixtures/factories.js'
import { createTestApp, type TestApp } from '../../test/harness.js'
import { signIn } from '../../test/sign-in.js'
import { type Address, checksumAddress } from '../lib/hex.js'
import { createHttpServer } from '../platform/http/create-http-server.js'
import { createAccess } from './access.js'
import { findMerchant, merchantOf, receiptOf } from './caller.js'
import { createGate } from './create-gate.js'
import { enforceGuards } from './enforce-guards.js'
import {
  anyOf,
  anyone,
  buyer,
  cron,
  developer,
  operator,
  portal,
  session,
  signedIn,
} from './guards.js'
import { createRejectedCount } from './limits/take-call.js'
import { createPortalTokens, type PortalRef } from './portal-tokens.js'

const operatorKey = generatePrivateKey()
let app: TestApp
beforeAll(async () => {
  app = await createTestApp({
    environment: { PLATFORM_ADMINS: privateKeyToAddress(operatorKey) },
    extraRoutes(server) {
      const body = Type.Object({ name: Type.String() })
      const scope = 'inventory:write'
      server.post(
        '/items',
        {
          config: { guard: anyOf(developer({ scope }), session({ may: scope })) },
          schema: { body },
        },
        async (request) => ({ merchant: merchantOf(request) }),
      )
      server.post('/keys-only', { config: { guard: developer() } }, async () => ({ ok: true }))
      server.post(
        '/people-only',
        { config: { guard: session({ may: 'shop:write' }) } },
        async (request) => ({ merchant: merchantOf(request) }),
      )
      server.route({
        method: ['GET', 'POST'],
        url: '/read-or-write',
        config: { guard: session({ may: 'shop:write' }) },
        handler: async (request) => ({ merchant: merchantOf(request) }),
      })
      server.get('/open', { config: { guard: anyone() } }, async (request) => ({
        caller: request.caller,
        wallet: request.headers['x-wallet'] ?? null,
      }))
      server.get(
        '/perhaps',
        { config: { guard: anyOf(developer(), anyone({ limit: 'site-config' })) } },
        async (request) => ({ kind: request.caller?.kind ?? 'anonymous' }),
      )
      const optional = {
        developer: developer(),
        session: signedIn(),
        portal: portal(),
        buyer: buyer(),
      }
      for (const [kind, guard] of Object.entries(optional)) {
        const config = { guard: anyOf(guard, anyone()) }
        server.get(`/optional-${kind}`, { config }, async ({ caller }) => ({ caller }))
      }
      server.post('/page/:id', { config: { guard: portal() } }, async (request) =>
        receiptOf(request, (request.params as { id: string }).id),
      )
      server.post(
        '/page-or-key/:id',
        { config: { guard: anyOf(developer(), portal()) } },
        async (request) => receiptOf(request, (request.params as { id: string }).id),
      )
      server.get('/bought', { config: { guard: buyer() } }, async ({ caller }) => ({ caller }))
      server.post('/bought', { config: { guard: buyer() } }, async ({ caller }) => ({ caller }))
      server.post(
        '/bought/:id',
        { config: { guard: anyOf(developer(), session({ may: 'receipts:write' }), buyer()) } },
        async (request) => ({
          kind: request.caller?.kind,
          ...receiptOf(request, (request.params as { id: string }).id),
        }),
      )
      server.post('/nightly', { config: { guard: cron() } }, async () => ({ ok: true }))
      server.get(
        '/graph',
        { config: { guard: developer({ scope: 'graphql:read' }) } },
        async () => ({ ok: true }),
      )
      server.get('/me', { config: { guard: signedIn() } }, async () => ({ ok: true }))
      server.post('/operate', { config: { guard: operator() } }, async (request) => ({
        merchant: findMerchant(request),
      }))
    },
  })
})
afterAll(() => app.close())

const post = (url: string, headers: Record<string, string>, payload: object = { name: 'Tea' }) =>
  app.inject({ method: 'POST', url, payload, headers })

const noKey = { error: 'unauthorized', message: 'Missing or invalid subscription key' }
const noSession = {
  error: 'unauthorized',
  message: 'JWT authentication failed',
  action: expect.stringMatching(/Sign in with POST \/api\/auth\/login, then repeat the request\.$/),
}

describe('a developer guard', () => {
  test.each(['x-api-key', 'ocp-apim-subscription-key'])('default: %s', async (header) => {
    const { apiKey, wallet } = await aDeveloper(app.ctx)
    const response = await post('/items', { [header]: apiKey })
    expect(response.json()).toEqual({ merchant: wallet })
  })

  test('behavior: authenticates before validating the body', async () => {
    const response = await post('/items', {}, { name: 5 })
    expect(response.json()).toEqual(noKey)
  })

  test('behavior: ignores identity headers of the client', async () => {
    const { apiKey, wallet } = await aDeveloper(app.ctx)
    const other = await aDeveloper(app.ctx)
    const response = await app.inject({
      method: 'POST',
      url: `/items?wallet=${other.wallet}`,
      payload: { name: 'Tea', wallet: other.wallet },
      headers: { 'x-api-key': apiKey, 'x-wallet': other.wallet, 'x-merchant-id': other.wallet },
    })
    expect(response.json()).toEqual({ merchant: wallet })
    const open = await app.inject({ url: '/open', headers: { 'x-wallet': other.wallet } })
    expect(open.json()).toEqual({ caller: null, wallet: null })
  })

  test('behavior: prefers the subscription header of two keys', async () => {
    const { apiKey } = await aDeveloper(app.ctx)
    const mixed = { 'ocp-apim-subscription-key': 'wrong', 'x-api-key': apiKey }
    expect((await post('/items', mixed)).json()).toEqual(noKey)
  })

  test('behavior: accepts a bearer token only where the route allows it', async () => {
    const { apiKey } = await aDeveloper(app.ctx)
    const headers = { authorization: `Bearer ${apiKey}` }
    expect((await post('/items', headers)).statusCode).toBe(401)
    expect((await app.inject({ url: '/api/status/ping', headers })).statusCode).toBe(200)
  })

  test('error: rejects a key without the scope', async () => {
    const { apiKey } = await aDeveloper(app.ctx, { scopes: ['inventory:read'] })
    const response = await post('/items', { 'x-api-key': apiKey })
    expect(response.statusCode).toBe(403)
    expect(response.json()).toEqual({
      error: 'forbidden',
      message: 'This key lacks the scope inventory:write.',
      requiredScope: 'inventory:write',
    })
  })

  test('error: rejects a scope that the plan does not include', async () => {
    const { apiKey } = await aDeveloper(app.ctx, { plan: 'starter' })
    const response = await app.inject({ url: '/graph', headers: { 'x-api-key': apiKey } })
    expect(response.statusCode).toBe(403)
    expect(response.json()).toMatchObject({ requiredScope: 'graphql:read' })
    expect((await post('/items', { 'x-api-key': apiKey })).statusCode).toBe(200)
  })

  test('error: rejects a session where only keys are accepted', async () => {
    const { headers } = await signIn(app)
    expect((await post('/keys-only', headers)).json()).toEqual(noKey)
  })
})

describe('a session guard', () => {
  test('default', async () => {
    const { headers, wallet } = await signIn(app)
    expect((await post('/people-only', headers)).json()).toEqual({ merchant: wallet })
    expect((await post('/items', headers)).json()).toEqual({ merchant: wallet })
  })

  test('behavior: acts for the merchant named as wallet', async () => {
    const { headers, wallet } = await signIn(app)
    const named = { name: 'Tea', wallet: checksumAddress(wallet) }
    expect((await post('/items', headers, named)).json()).toEqual({ merchant: wallet })
    expect((await post(`/items?wallet=${wallet}`, headers)).json()).toEqual({ merchant: wallet })
  })

  test.each([
    ['invalid_wallet', 400, '0x12'],
    ['invalid_wallet', 400, 5],
    ['invalid_wallet', 400, null],
    ['forbidden', 403, '0x00000000000000000000000000000000000000aa'],
  ])('error: returns %s for wallet %j', async (error, status, wallet) => {
    const { headers } = await signIn(app)
    const response = await post('/items', headers, { name: 'Tea', wallet })
    expect(response.statusCode).toBe(status)
    expect(response.json()).toMatchObject({ error })
  })

  test('error: rejects a request without a session', async () => {
    const absent = (await post('/people-only', {})).json()
    expect(absent).toEqual(noSession)
    expect(absent.action).toMatch(/^You are not signed in\. /)
    const ended = (await post('/people-only', { cookie: 'cb_auth_token=abc' })).json()
    expect(ended).toEqual(noSession)
    expect(ended.action).toMatch(/^Your sign-in has expired or was ended\. /)
    expect((await post('/items', { cookie: 'cb_auth_token=abc' })).json()).toEqual(noSession)
  })

  test('error: rejects a developer key, valid or not', async () => {
    const { apiKey } = await aDeveloper(app.ctx)
    const right = await post('/people-only', { 'x-api-key': apiKey })
    expect(right.statusCode).toBe(403)
    const wrongResponse = await post('/people-only', { 'x-api-key': 'wrong' })
    expect(wrongResponse.json()).toEqual(noSession)
  })

  test.each<[string, (signedIn: { cookie: string; csrfToken: string }) => Record<string, string>]>([
    ['no CSRF token', ({ cookie }) => ({ cookie })],
    ['a wrong CSRF token', ({ cookie }) => ({ cookie, 'x-csrf-token': 'guess' })],
    [
      'a planted cookie and a matching header',
      ({ cookie }) => ({
        cookie: cookie.replace(/cb_csrf=[^;]+/, 'cb_csrf=planted'),
        'x-csrf-token': 'planted',
      }),
    ],
    [
      'a planted cookie and the valid header',
      ({ cookie, csrfToken }) => ({
        cookie: cookie.replace(/cb_csrf=[^;]+/, 'cb_csrf=planted'),
        'x-csrf-token': csrfToken,
      }),
    ],
    [
      'another origin',
      ({ cookie, csrfToken }) => ({
        cookie,
        'x-csrf-token': csrfToken,
        origin: 'https://evil.test',
      }),
    ],
    [
      'no origin at all, as from a frame',
      ({ cookie, csrfToken }) => ({ cookie, 'x-csrf-token': csrfToken, origin: 'null' }),
    ],
    [
      'a cross-site sec-fetch-site header',
      ({ cookie, csrfToken }) => ({
        cookie,
        'x-csrf-token': csrfToken,
        'sec-fetch-site': 'cross-site',
      }),
    ],
  ])('error: rejects a write with %s', async (_what, headers) => {
    const response = await post('/people-only', headers(await signIn(app)))
    expect(response.statusCode).toBe(403)
    expect(response.json()).toMatchObject({ error: 'forbidden' })
  })

  test('behavior: admits our own page, and reads without a token', async () => {
    const { headers, cookie } = await signIn(app)
    const ownHeaders = { ...headers, origin: 'http://tally.test', 'sec-fetch-site': 'same-origin' }
    expect((await post('/people-only', ownHeaders)).statusCode).toBe(200)
    expect((await app.inject({ url: '/me', headers: { cookie } })).statusCode).toBe(200)
  })

  test('error: guards a route for GET and POST as a write', async () => {
    const { headers, cookie, wallet } = await signIn(app)
    expect((await post('/read-or-write', headers)).json()).toEqual({ merchant: wallet })
    const response = await post('/read-or-write', { cookie })
    expect([response.statusCode, response.json().error]).toEqual([403, 'forbidden'])
  })

  test('error: rejects a request when the session ends during the body', async () => {
    const person = await signIn(app)
    const body = new PassThrough()
    body.write('{"name"')
    const slow = app.inject({
      method: 'POST',
      url: '/items',
      payload: body,
      headers: { ...person.headers, 'content-type': 'application/json' },
    })
    await app.inject({ method: 'POST', url: '/api/auth/logout', headers: person.headers })
    await sleep(120)
    body.end(':"Tea"}')
    expect((await slow).json()).toEqual(noSession)
  })

  test('error: rejects two different session cookies', async () => {
    const [first, second] = [await signIn(app), await signIn(app)]
    const cookie = `cb_auth_token=${first.token}; cb_auth_token=${second.token}`
    expect((await app.inject({ url: '/me', headers: { cookie } })).statusCode).toBe(401)
    const repeatedCookie = `cb_auth_token=${first.token}; cb_auth_token=${first.token}`
    expect((await app.inject({ url: '/me', headers: { cookie: repeatedCookie } })).statusCode).toBe(
      200,
    )
  })

  test('error: rejects the CSRF token of another session', async () => {
    const [first, second] = [await signIn(app), await signIn(app)]
    const headers = {
      cookie: `cb_auth_token=${first.token}; cb_csrf=${second.csrfToken}`,
      'x-csrf-token': second.csrfToken,
    }
    expect((await post('/people-only', headers)).statusCode).toBe(403)
  })
})

describe('an operator guard', () => {
  test('default: admits a wallet of PLATFORM_ADMINS, without a merchant', async () => {
    const { headers } = await signIn(app, { privateKey: operatorKey })
    const response = await post('/operate', headers)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({ merchant: null })
  })

  test('error: rejects any other signed-in person, including the owner of a merchant', async () => {
    const { headers, wallet } = await signIn(app)
    const response = await post(`/operate?wallet=${wallet}`, headers)
    expect(response.statusCode).toBe(403)
    expect(response.json()).toEqual({
      error: 'forbidden',
      message: 'Only operators of this platform may call this.',
    })
  })

  test('error: rejects an operator without a CSRF token', async () => {
    const { cookie } = await signIn(app, { privateKey: operatorKey })
    const response = await post('/operate', { cookie })
    expect(response.statusCode).toBe(403)
    expect(response.json().message).toMatch(/CSRF/)
  })

  test("error: rejects a developer key, including the operator's own", async () => {
    const { wallet } = await signIn(app, { privateKey: operatorKey })
    const { apiKey } = await aDeveloper(app.ctx, { wallet })
    const response = await post('/operate', { 'x-api-key': apiKey })
    expect(response.statusCode).toBe(403)
    expect(response.json().message).toMatch(/developer key/)
  })

  test('error: rejects an anonymous caller', async () => {
    expect((await post('/operate', {})).json()).toEqual(noSession)
  })
})

describe('a portal guard', () => {
  const noToken = { error: 'unauthorized', message: 'Missing or invalid portal token' }
  const merchant = '0x00000000000000000000000000000000000000aa' as Address
  const tokenFor = (receiptId: string) => ({
    'x-portal-token': createPortalTokens(app.ctx.config).write({
      merchant,
      receiptId,
      isLimited: false,
    }),
  })

  test('default', async () => {
    const response = await post('/page/r-1', tokenFor('r-1'))
    expect(response.json()).toEqual({ merchant, receiptId: 'r-1' })
  })

  test('behavior: limits by IP address, a hundredfold in a sandbox', async () => {
    const { headers } = await app.inject({
      method: 'POST',
      url: '/page/r-1',
      headers: tokenFor('r-1'),
      remoteAddress: '203.0.113.77',
    })
    expect(headers).toMatchObject({
      'x-ratelimit-limit': '12000',
      'x-ratelimit-remaining': '11999',
    })
  })

  test('error: rejects a missing or invalid token, or another credential', async () => {
    const { apiKey } = await aDeveloper(app.ctx)
    const person = await signIn(app)
    const others = [{}, { 'x-portal-token': 'guess' }, { 'x-api-key': apiKey }, person.headers]
    for (const headers of others) {
      const response = await post('/page/r-1', headers as Record<string, string>)
      expect(response.statusCode).toBe(401)
      expect(response.json()).toEqual(noToken)
    }
  })

  test('error: rejects the token of another receipt', async () => {
    const response = await post('/page/r-1', tokenFor('r-2'))
    expect(response.statusCode).toBe(403)
    expect(response.json()).toMatchObject({ error: 'forbidden' })
  })

  test('behavior: prefers a key to the portal token', async () => {
    const { apiKey, wallet } = await aDeveloper(app.ctx)
    const url = '/page-or-key/r-1'
    const token = tokenFor('r-1')
    const key = { 'x-api-key': apiKey }
    expect((await post(url, token)).json()).toEqual({ merchant, receiptId: 'r-1' })
    expect((await post(url, key)).json()).toEqual({ merchant: wallet, receiptId: 'r-1' })
    const both = { ...token, ...key }
    expect((await post(url, both)).json()).toEqual({ merchant: wallet, receiptId: 'r-1' })
    expect((await post(url, { ...token, 'x-api-key': 'wrong' })).json()).toEqual(noKey)
    expect((await post(url, {})).json()).toEqual(noKey)
    expect((await post(url, { 'x-portal-token': 'guess' })).json()).toEqual(noToken)
  })
})

describe('a buyer guard', () => {
  const noToken = { error: 'unauthorized', message: 'Missing or invalid portal token' }
  const merchant = '0x00000000000000000000000000000000000000aa' as Address
  const receipt = { merchant, receiptId: 'r-1' }
  const tokenFor = (page: PortalRef) => ({
    'x-portal-token': createPortalTokens(app.ctx.config).write({ ...page, isLimited: false }),
  })

  test('default: combines the wallet of the session and the receipt of the token', async () => {
    const { headers, wallet } = await signIn(app)
    const caller = { kind: 'buyer', wallet, ...receipt, isLimited: false }
    expect((await post('/bought', { ...headers, ...tokenFor(receipt) })).json()).toEqual({ caller })
  })

  test('behavior: needs no CSRF token to read', async () => {
    const { cookie } = await signIn(app)
    const headers = { cookie, ...tokenFor(receipt) }
    expect((await app.inject({ url: '/bought', headers })).statusCode).toBe(200)
    const response = await post('/bought', headers)
    expect(response.statusCode).toBe(403)
    expect(response.json().message).toMatch(/CSRF/)
  })

  test('behavior: limits by IP address, as payment pages do, and not by person', async () => {
    const { headers } = await signIn(app)
    const ask = (url: string, more: Record<string, string>) =>
      app.inject({
        method: 'POST',
        url,
        remoteAddress: '203.0.113.78',
        headers: { ...more, ...tokenFor(receipt) },
      })
    await ask('/page/r-1', {})
    expect((await ask('/bought', headers)).headers).toMatchObject({
      'x-ratelimit-limit': '12000',
      'x-ratelimit-remaining': '11998',
    })
  })

  test('behavior: prefers the portal token to a session, whatever their role', async () => {
    const person = await signIn(app)
    const receiptRef = { merchant: person.wallet, receiptId: 'r-1' }
    const both = { ...person.headers, ...tokenFor(receiptRef) }
    expect((await post('/bought/r-1', person.headers)).json()).toEqual({
      kind: 'person',
      ...receiptRef,
    })
    expect((await post('/bought/r-1', both)).json()).toEqual({ kind: 'buyer', ...receiptRef })
    const thirdParty = { ...person.headers, ...tokenFor(receipt) }
    expect((await post('/bought/r-1', thirdParty)).json()).toEqual({ kind: 'buyer', ...receipt })
  })

  test('behavior: ignores a wallet in query or body', async () => {
    const { headers, wallet } = await signIn(app)
    const both = { ...headers, ...tokenFor(receipt) }
    for (const named of [wallet, 'nonsense']) {
      const response = await post(`/bought/r-1?wallet=${named}`, both, { wallet: named })
      expect(response.json()).toEqual({ kind: 'buyer', ...receipt })
    }
  })

  test('behavior: prefers a key, valid or not', async () => {
    const { apiKey, wallet } = await aDeveloper(app.ctx)
    const both = { ...(await signIn(app)).headers, ...tokenFor(receipt) }
    expect((await post('/bought/r-1', { ...both, 'x-api-key': apiKey })).json()).toEqual({
      kind: 'developer',
      merchant: wallet,
      receiptId: 'r-1',
    })
    expect((await post('/bought/r-1', { ...both, 'x-api-key': 'wrong' })).json()).toEqual(noKey)
  })

  test('error: rejects the token of another receipt', async () => {
    const both = { ...(await signIn(app)).headers, ...tokenFor({ merchant, receiptId: 'r-2' }) }
    const response = await post('/bought/r-1', both)
    expect(response.statusCode).toBe(403)
    expect(response.json().message).toBe('This portal token is for another receipt.')
  })

  test('error: rejects an invalid token, with or without a session', async () => {
    const { headers } = await signIn(app)
    for (const token of ['guess', '', `${tokenFor(receipt)['x-portal-token']}x`]) {
      for (const url of ['/bought', '/bought/r-1']) {
        const response = await post(url, { ...headers, 'x-portal-token': token })
        expect([response.statusCode, response.json()]).toEqual([401, noToken])
      }
    }
  })

  test('error: rejects a missing or ended session', async () => {
    const { headers } = await signIn(app)
    await post('/api/auth/logout', headers, {})
    const credentials = [{}, { cookie: 'cb_auth_token=abc' }, headers]
    for (const url of ['/bought', '/bought/r-1']) {
      for (const more of credentials as Record<string, string>[]) {
        const response = await post(url, { ...more, ...tokenFor(receipt) })
        expect([response.statusCode, response.json()]).toEqual([401, noSession])
      }
    }
  })

  test('error: rejects a session token outside the cookie', async () => {
    const { token } = await signIn(app)
    const headers = { authorization: `Bearer ${token}`, ...tokenFor(receipt) }
    expect((await post('/bought', headers)).json()).toEqual(noSession)
  })

  test('error: rejects a missing token', async () => {
    const { headers } = await signIn(app)
    expect((await post('/bought', headers)).json()).toEqual(noToken)
    expect((await post('/bought/r-1', {})).json()).toEqual(noKey)
  })

  test('error: rejects a request when the session ends during the body', async () => {
    const person = await signIn(app)
    const body = new PassThrough()
    body.write('{"name"')
    const slow = app.inject({
      method: 'POST',
      url: '/bought',
      payload: body,
      headers: { ...person.headers, ...tokenFor(receipt), 'content-type': 'application/json' },
    })
    await app.inject({ method: 'POST', url: '/api/auth/logout', headers: person.headers })
    await sleep(120)
    body.end(':"Tea"}')
    expect((await slow).json()).toEqual(noSession)
  })
})

describe('other guards', () => {
  test('behavior: a public route has no caller, whatever is sent', async () => {
    const { apiKey } = await aDeveloper(app.ctx)
    const response = await app.inject({ url: '/open', headers: { 'x-api-key': apiKey } })
    expect(response.json()).toEqual({ caller: null, wallet: null })
  })

  test('behavior: a public route can reject an invalid key', async () => {
    const { apiKey } = await aDeveloper(app.ctx)
    const ask = (headers: Record<string, string>) => app.inject({ url: '/perhaps', headers })
    expect((await ask({})).json()).toEqual({ kind: 'anonymous' })
    expect((await ask({ 'x-api-key': apiKey })).json()).toEqual({ kind: 'developer' })
    expect((await ask({ 'x-api-key': 'wrong' })).json()).toEqual(noKey)
  })

  describe('beside a guard that admits anyone', () => {
    const page = {
      merchant: '0x00000000000000000000000000000000000000aa' as Address,
      receiptId: 'r-1',
      isLimited: false,
    }
    const token = () => ({ 'x-portal-token': createPortalTokens(app.ctx.config).write(page) })
    const ask = (url: string, headers: Record<string, string>) => app.inject({ url, headers })

    test.each(['developer', 'session', 'portal', 'buyer'])(
      'default: a caller without credentials is anonymous, beside %s',
      async (kind) => {
        const response = await ask(`/optional-${kind}`, {})
        expect([response.statusCode, response.json()]).toEqual([200, { caller: null }])
      },
    )

    test('behavior: a valid key identifies the caller', async () => {
      const { apiKey, wallet } = await aDeveloper(app.ctx)
      const response = await ask('/optional-developer', { 'x-api-key': apiKey })
      expect(response.json()).toMatchObject({ caller: { kind: 'developer', wallet } })
      expect(response.headers).toHaveProperty('x-ratelimit-remaining')
    })

    test('behavior: a session identifies the caller', async () => {
      const { cookie, wallet } = await signIn(app)
      const response = await ask('/optional-session', { cookie })
      expect(response.json()).toMatchObject({ caller: { kind: 'person', wallet } })
    })

    test('behavior: a portal token identifies the page, and with a session the buyer', async () => {
      const { cookie, wallet } = await signIn(app)
      const response = await ask('/optional-portal', token())
      expect(response.json()).toEqual({ caller: { kind: 'portal', ...page } })
      const boughtResponse = await ask('/optional-buyer', { cookie, ...token() })
      expect(boughtResponse.json()).toEqual({ caller: { kind: 'buyer', wallet, ...page } })
    })

    test('error: rejects an invalid key or token instead of ignoring it', async () => {
      const key = await ask('/optional-developer', { 'x-api-key': 'wrong' })
      expect([key.statusCode, key.json()]).toEqual([401, noKey])
      const guess = await ask('/optional-portal', { 'x-portal-token': 'guess' })
      expect(guess.statusCode).toBe(401)
    })
  })

  test('behavior: admits the scheduler only by its secret', async () => {
    const { cronSecret } = app.ctx.config
    const { apiKey } = await aDeveloper(app.ctx)
    expect((await post('/nightly', { 'x-cron-secret': cronSecret })).statusCode).toBe(200)
    for (const headers of [{}, { 'x-cron-secret': 'guess' }, { 'x-api-key': apiKey }]) {
      expect((await post('/nightly', headers as Record<string, string>)).statusCode).toBe(401)
    }
  })

  test('error: rejects a route without a guard', () => {
    const { server } = createHttpServer(app.ctx)
    enforceGuards(server, app.ctx, createAccess(app.ctx))
    expect(() => server.get('/forgotten', async () => ({}))).toThrow('/forgotten has no guard')
  })
})

describe('limits', () => {
  test('default', async () => {
    const { apiKey } = await aDeveloper(app.ctx, { callsPerMinute: 2 })
    const ping = () => app.inject({ url: '/api/status/ping', headers: { 'x-api-key': apiKey } })
    const first = await ping()
    expect(first.headers).toMatchObject({ 'x-ratelimit-limit': '2', 'x-ratelimit-remaining': '1' })
    expect((await ping()).headers).toMatchObject({ 'x-ratelimit-remaining': '0' })

    const refused = await ping()
    expect(refused.statusCode).toBe(429)
    const { resetAt } = refused.json()
    expect(refused.json()).toEqual({
      error: 'rate_limited',
      message:
        'The limit of 2 calls with keys of the enterprise plan per minute and subscription is reached. Try again after resetAt.',
      limit: 'enterprise-calls',
      resetAt: Number(first.headers['x-ratelimit-reset']),
    })
    expect(refused.headers).toMatchObject({
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': String(resetAt),
    })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(50)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)
  })

  test('behavior: keys of one subscription share a limit', async () => {
    const { apiKey, subscriptionId, wallet } = await aDeveloper(app.ctx, { callsPerMinute: 1 })
    const { issueKey } = await import('./keys/issue-key.js')
    const second = await issueKey(app.ctx, {
      merchant: wallet,
      id: app.ctx.newId('key'),
      name: 'Second',
      scopes: [],
      subscriptionId,
    })
    const other = await aDeveloper(app.ctx, { callsPerMinute: 1 })
    const ping = (key: string) =>
      app.inject({ url: '/api/status/ping', headers: { 'x-api-key': key } })
    expect((await ping(apiKey)).statusCode).toBe(200)
    expect((await ping(second?.apiKey ?? '')).statusCode).toBe(429)
    expect((await ping(other.apiKey)).statusCode).toBe(200)
  })

  test('behavior: a missing scope uses no call, and limits come before validation', async () => {
    const { apiKey } = await aDeveloper(app.ctx, { callsPerMinute: 1, scopes: ['inventory:read'] })
    const headers = { 'x-api-key': apiKey }
    expect((await post('/items', headers)).statusCode).toBe(403)
    expect((await app.inject({ url: '/api/status/ping', headers })).statusCode).toBe(200)

    const writer = await aDeveloper(app.ctx, { callsPerMinute: 1 })
    const bad = () => post('/items', { 'x-api-key': writer.apiKey }, { name: 5 })
    expect((await bad()).statusCode).toBe(400)
    expect((await bad()).statusCode).toBe(429)
  })

  test('behavior: a public route limits by IP address, a hundredfold in a sandbox', async () => {
    const response = await app.inject({ url: '/perhaps', remoteAddress: '203.0.113.9' })
    expect(response.headers).toMatchObject({
      'x-ratelimit-limit': '12000',
      'x-ratelimit-remaining': '11999',
    })
  })

  test('behavior: every route that admits anyone has a limit', async () => {
    const open = app.routes.filter(({ config }) =>
      config.guard?.some(({ kind }) => kind === 'public'),
    )
    const missing: string[] = []
    for (const { method, path } of open) {
      const url = path.replace(/:\w+/g, 'unknown')
      const headers = { origin: 'http://tally.test' }
      const response = await app.inject({ method: method as 'GET', url, headers })
      if (!('x-ratelimit-limit' in response.headers)) missing.push(`${method} ${path}`)
    }
    expect(missing).toEqual([])
    expect(open.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/', '/healthz', '/openapi.json']),
    )
  })

  describe('of stored bytes', () => {
    /** A server that notes what it does with the budget. */
    async function aCountingServer() {
      const access = createAccess(app.ctx)
      const calls: string[] = []
      const storage: typeof access.storage = {
        take(request, kilobytes) {
          calls.push('take')
          return access.storage.take(request, kilobytes)
        },
        settle(request) {
          calls.push('settle')
          access.storage.settle(request)
        },
        giveBack(request) {
          calls.push('give back')
          access.storage.giveBack(request)
        },
      }
      const { server } = createHttpServer(app.ctx)
      enforceGuards(server, app.ctx, { ...access, storage })
      const handler = async (
        { query }: FastifyRequest<{ Querystring: { status: string } }>,
        reply: FastifyReply,
      ) => reply.code(Number(query.status)).send({ error: 'failed', message: 'A response.' })
      const guard = anyone()
      server.post<{ Querystring: { status: string } }>('/write', { config: { guard } }, handler)
      server.post<{ Querystring: { status: string } }>(
        '/counted',
        { config: { guard, stores: 'counted' } },
        handler,
      )
      server.get<{ Querystring: { status: string } }>('/read', { config: { guard } }, handler)
      return {
        async callsOf(method: 'GET' | 'POST', url: string): Promise<string[]> {
          calls.length = 0
          const response = await server.inject({ method, url })
          expect(url).toContain(`status=${response.statusCode}`)
          return [...calls]
        },
        close: () => server.close(),
      }
    }

    test('behavior: failed writes give them back, unless they require payment', async () => {
      const { callsOf, close } = await aCountingServer()
      expect(await callsOf('POST', '/write?status=200')).toEqual(['take', 'settle'])
      expect(await callsOf('POST', '/write?status=400')).toEqual(['take', 'give back'])
      expect(await callsOf('POST', '/write?status=402')).toEqual(['take', 'settle'])
      expect(await callsOf('POST', '/counted?status=200')).toEqual(['settle'])
      expect(await callsOf('GET', '/read?status=400')).toEqual([])
      await close()
    })
  })

  test('behavior: a route that creates receipts takes one of the day, others take none', async () => {
    const { apiKey, wallet } = await aDeveloper(app.ctx, { plan: 'starter' })
    app.ctx.config.limits.merchants.set(wallet, { 'starter-receipts': 2 })
    const { server } = createHttpServer(app.ctx)
    enforceGuards(server, app.ctx, createAccess(app.ctx))
    const guard = developer()
    server.post('/receipts', { config: { guard, createsReceipt: true } }, async () => ({
      ok: true,
    }))
    server.post('/others', { config: { guard } }, async () => ({ ok: true }))
    const post = async (url: string) => {
      const response = await server.inject({
        method: 'POST',
        url,
        headers: { 'x-api-key': apiKey },
      })
      return [response.statusCode, response.json().limit]
    }
    expect(await post('/receipts')).toEqual([200, undefined])
    expect(await post('/others')).toEqual([200, undefined])
    expect(await post('/receipts')).toEqual([200, undefined])
    expect(await post('/receipts')).toEqual([429, 'starter-receipts'])
    expect(await post('/others')).toEqual([200, undefined])
    await server.close()
  })

  describe('of rejected calls', () => {
    async function aLiveServer() {
      const ctx = { ...app.ctx, config: { ...app.ctx.config, mode: 'live' as const } }
      const access = createAccess(ctx)
      const countRejected = createRejectedCount({ limiter: access.limiter, config: ctx.config })
      const { server } = createHttpServer(ctx, createGate(ctx.config, countRejected))
      enforceGuards(server, ctx, access)
      server.get('/keys-only', { config: { guard: developer() } }, async () => ({ ok: true }))
      const ask = async (url: string, headers: Record<string, string> = {}) => {
        const response = await server.inject({ url, headers, remoteAddress: '203.0.113.5' })
        return [response.statusCode, response.json().limit]
      }
      /** Uses all but one of the calls. */
      const almostExceed = () => {
        for (let count = 0; count < 1_199; count += 1) countRejected('203.0.113.5')
      }
      return { ask, almostExceed, close: () => server.close() }
    }

    test('error: too many return 429, for unknown URLs and wrong credentials', async () => {
      const { ask, almostExceed, close } = await aLiveServer()
      almostExceed()
      expect(await ask('/keys-only', { 'x-api-key': 'wrong' })).toEqual([401, undefined])
      expect(await ask('/keys-only', { 'x-api-key': 'wrong' })).toEqual([429, 'rejected-calls'])
      expect(await ask('/nowhere')).toEqual([429, 'rejected-calls'])
      await close()
    })

    test('behavior: accepted calls of the same network address go on', async () => {
      const { apiKey } = await aDeveloper(app.ctx)
      const { ask, almostExceed, close } = await aLiveServer()
      almostExceed()
      expect(await ask('/nowhere')).toEqual([404, undefined])
      expect(await ask('/nowhere')).toEqual([429, 'rejected-calls'])
      expect(await ask('/keys-only', { 'x-api-key': apiKey })).toEqual([200, undefined])
      await close()
    })
  })
})
