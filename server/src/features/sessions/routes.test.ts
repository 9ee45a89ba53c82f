import { SignJWT, UnsecuredJWT } from 'jose'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/harness.js'
import { aMessage, login, signIn } from '../../../test/sign-in.js'
import { checksumAddress } from '../../lib/hex.js'
import { MINUTE_MS } from '../../lib/time.js'
import { isResumable } from '../../platform/live-changes/live-change-store.js'
import { readLiveCursor } from '../../platform/live-changes/live-cursor.js'
import { deriveKey, fingerprintOf } from '../../platform/secrets/derived-key.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({
    environment: { PLATFORM_ADMINS: '0x15d34aaf54267db7d7c367839aaf71a00a2c6a65' },
  })
})
afterAll(() => app.close())

const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)

async function aNonce(): Promise<string> {
  return (await app.inject('/api/auth/nonce')).json().nonce
}

type Fields = Partial<Parameters<typeof aMessage>[0]>

/** Signs and sends a message with the given fields. */
async function tryMessage(fields: Fields = {}, signer = account) {
  const nonce = fields.nonce ?? (await aNonce())
  const message = aMessage({ address: account.address, ...fields, nonce })
  return app.inject(login({ message, signature: await signer.signMessage({ message }) }))
}

const me = (token: string, headers: Record<string, string> = {}) =>
  app.inject({ url: '/api/auth/me', headers: { cookie: `cb_auth_token=${token}`, ...headers } })

const noSession = {
  error: 'unauthorized',
  message: 'JWT authentication failed',
  action: expect.stringMatching(/Sign in with POST \/api\/auth\/login, then repeat the request\.$/),
}

describe('GET /api/auth/nonce', () => {
  test('default', async () => {
    const response = await app.inject('/api/auth/nonce')
    expect(response.json()).toEqual({
      nonce: expect.stringMatching(/^[0-9a-f]{64}$/),
      expiresAt: app.ctx.now() + 5 * MINUTE_MS,
    })
    expect(response.headers['x-ratelimit-limit']).toBe('6000')
  })
})

describe('POST /api/auth/login', () => {
  test('default', async () => {
    const response = await tryMessage()
    expect(response.json()).toEqual({
      ok: true,
      wallet: account.address,
      csrfToken: expect.stringMatching(/^[\w-]{43}$/),
    })
    const cookies = [response.headers['set-cookie'] ?? []].flat()
    expect(cookies[0]).toMatch(
      /^cb_auth_token=eyJ[^;]+; HttpOnly; SameSite=Lax; Path=\/; Max-Age=43200$/,
    )
    expect(cookies[1]).toBe(
      `cb_csrf=${response.json().csrfToken}; SameSite=Strict; Path=/; Max-Age=43200`,
    )
  })

  test("behavior: the first sign-in creates the wallet's merchant", async () => {
    const { wallet, token } = await signIn(app)
    expect((await me(token)).json()).toMatchObject({
      ok: true,
      wallet: checksumAddress(wallet),
      merchants: [{ wallet: checksumAddress(wallet), name: '', role: 'owner' }],
      isOperator: false,
    })
  })

  test('behavior: a stream can start where the person was read', async () => {
    const { wallet, token } = await signIn(app)
    // Beside an open transaction there is none.
    const liveCursor = await vi.waitFor(
      async () => {
        const cursor = (await me(token)).json().liveCursor
        expect(cursor).not.toBe(null)
        return cursor
      },
      { timeout: 30_000 },
    )
    const position = readLiveCursor('liveCursor', liveCursor)
    expect(position && (await isResumable(app.ctx.db, { merchant: wallet, position }))).toBe(true)
    expect((await me((await signIn(app, { asBuyer: true })).token)).json()).toMatchObject({
      liveCursor: null,
    })
  })

  test('behavior: accepts a message without an expiration time and enforces one', async () => {
    const soon = new Date(app.ctx.now() + 1)
    expect((await tryMessage({ expirationTime: soon })).statusCode).toBe(200)
    expect((await tryMessage({ expirationTime: new Date(app.ctx.now()) })).statusCode).toBe(401)
  })

  test('behavior: accepts a lower-case address', async () => {
    const nonce = await aNonce()
    const message = aMessage({ address: account.address, nonce }).replace(
      account.address,
      account.address.toLowerCase(),
    )
    const signature = await account.signMessage({ message })
    expect((await app.inject(login({ message, signature }))).statusCode).toBe(200)
  })

  test('error: refuses a used nonce, also concurrently', async () => {
    const nonce = await aNonce()
    const responses = await Promise.all(Array.from({ length: 10 }, () => tryMessage({ nonce })))
    const statuses = responses.map(({ statusCode }) => statusCode)
    expect(statuses.toSorted()).toEqual([200, ...Array(9).fill(401)])
    expect((await tryMessage({ nonce })).json()).toMatchObject({ error: 'unauthorized' })
  })

  test('error: refuses an expired nonce', async () => {
    const nonce = await aNonce()
    app.ctx.clock.advance(5 * MINUTE_MS)
    expect((await tryMessage({ nonce })).json()).toMatchObject({
      error: 'unauthorized',
      message: 'The nonce is unknown or expired. Get a new one from GET /api/auth/nonce.',
    })
  })

  test.each<[string, () => Promise<Fields> | Fields]>([
    ['a foreign nonce', () => ({ nonce: 'a1b2c3d4e5f6' })],
    [
      'a nonce with a changed time',
      async () => ({ nonce: (await aNonce()).replace(/^(.{24})./, '$1f') }),
    ],
    ['another domain', () => ({ domain: 'evil.test' })],
    ['our domain as a prefix', () => ({ domain: 'tally.test.evil.test' })],
    ['another port', () => ({ domain: 'tally.test:81' })],
    ['another address', () => ({ uri: 'http://evil.test/' })],
    ['another scheme', () => ({ scheme: 'https' })],
    ['a message that is not valid yet', () => ({ notBefore: new Date(app.ctx.now() + 1_000) })],
  ])('error: refuses %s', async (_name, fields) => {
    const response = await tryMessage(await fields())
    expect(response.statusCode).toBe(401)
    expect(response.headers['set-cookie']).toBeUndefined()
  })

  test('error: refuses a signature of another wallet', async () => {
    const other = privateKeyToAccount(`0x${'22'.repeat(32)}`)
    expect((await tryMessage({}, other)).statusCode).toBe(401)
  })

  test('error: refuses a message changed after signing', async () => {
    const fields = { address: account.address, nonce: await aNonce() }
    const signature = await account.signMessage({ message: aMessage(fields) })
    const message = aMessage({ ...fields, statement: 'And all my money.' })
    expect((await app.inject(login({ message, signature }))).json()).toEqual({
      error: 'unauthorized',
      message: 'The signature does not match the wallet and message.',
    })
  })

  test.each([
    ['an invalid message', { message: 'hello', signature: '0x00' }],
    ['no signature', { message: 'hello', signature: '' }],
    ['a signature that is not hex', { message: 'hello', signature: '0xzz' }],
  ])('error: refuses %s', async (_name, payload) => {
    expect((await app.inject(login(payload))).json()).toMatchObject({ error: 'invalid_input' })
  })

  test('error: refuses a page of another site', async () => {
    const message = aMessage({ address: account.address, nonce: await aNonce() })
    const signature = await account.signMessage({ message })
    const response = await app.inject({
      ...login({ message, signature }),
      headers: { origin: 'https://evil.test' },
    })
    expect(response.statusCode).toBe(403)
  })
})

describe('a session token', () => {
  const secret = 'b'.repeat(64)
  const tokenKey = deriveKey(secret, 'session-token')
  const hour = 3_600

  /** A valid token. Tests override parts. */
  async function forge(
    session: { wallet: string; sessionId: string },
    change: { key?: Uint8Array; header?: object; audience?: string; expiresIn?: number } = {},
  ): Promise<string> {
    const seconds = Math.floor(app.ctx.now() / 1_000)
    return new SignJWT({})
      .setProtectedHeader({
        alg: 'HS256',
        typ: 'JWT',
        kid: fingerprintOf(secret),
        ...change.header,
      })
      .setIssuer('tallystick')
      .setAudience(change.audience ?? 'http://tally.test')
      .setSubject(session.wallet)
      .setJti(session.sessionId)
      .setExpirationTime(seconds + (change.expiresIn ?? hour))
      .sign(change.key ?? tokenKey)
  }

  async function aSession() {
    const { wallet, token, csrfToken, cookie } = await signIn(app)
    const [, claims = ''] = token.split('.')
    const { jti } = JSON.parse(Buffer.from(claims, 'base64url').toString())
    return { wallet, token, csrfToken, cookie, sessionId: String(jti) }
  }

  test('default: accepts a token signed with our key', async () => {
    expect((await me(await forge(await aSession()))).statusCode).toBe(200)
  })

  test('error: refuses another key', async () => {
    const token = await forge(await aSession(), { key: deriveKey('other', 'session-token') })
    expect((await me(token)).json()).toEqual(noSession)
  })

  test('error: refuses an unknown key id', async () => {
    const token = await forge(await aSession(), { header: { kid: 'ffffffffffffffff' } })
    expect((await me(token)).json()).toEqual(noSession)
  })

  test('error: refuses another audience', async () => {
    const token = await forge(await aSession(), { audience: 'https://other.test' })
    expect((await me(token)).json()).toEqual(noSession)
  })

  test('error: refuses an expired token', async () => {
    const token = await forge(await aSession(), { expiresIn: 0 })
    expect((await me(token)).json()).toEqual(noSession)
  })

  test('error: refuses another algorithm with the same key', async () => {
    const token = await forge(await aSession(), { header: { alg: 'HS512' } })
    expect((await me(token)).json()).toEqual(noSession)
  })

  test('error: refuses an unsigned token', async () => {
    const { wallet, sessionId, token } = await aSession()
    const unsecured = new UnsecuredJWT({})
      .setIssuer('tallystick')
      .setAudience('http://tally.test')
      .setSubject(wallet)
      .setJti(sessionId)
      .setExpirationTime(Math.floor(app.ctx.now() / 1_000) + hour)
      .encode()
    expect((await me(unsecured)).json()).toEqual(noSession)
    const [, claims] = token.split('.')
    const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')
    expect((await me(`${none}.${claims}.`)).json()).toEqual(noSession)
  })

  test('error: refuses an unknown session', async () => {
    const { wallet } = await aSession()
    expect((await me(await forge({ wallet, sessionId: 'ses_made_up' }))).json()).toEqual(noSession)
  })

  test("error: refuses another person's session id", async () => {
    const [first, second] = [await aSession(), await aSession()]
    const token = await forge({ wallet: first.wallet, sessionId: second.sessionId })
    expect((await me(token)).json()).toEqual(noSession)
  })

  test('error: refuses a session after twelve hours', async () => {
    const { token } = await aSession()
    app.ctx.clock.advance(12 * 60 * MINUTE_MS - 1_000)
    expect((await me(token)).statusCode).toBe(200)
    app.ctx.clock.advance(1_000)
    expect((await me(token)).json()).toEqual(noSession)
  })

  test('behavior: keeps sessions of the previous secret after a rotation', async () => {
    const { token, csrfToken } = await signIn(app)
    const next = await app.sibling({ JWT_SECRET: 'f'.repeat(64), JWT_PREVIOUS_SECRET: secret })
    const headers = { cookie: `cb_auth_token=${token}`, 'x-csrf-token': csrfToken }
    const knownResponse = await next.inject({ url: '/api/auth/me', headers })
    expect(knownResponse.json()).toMatchObject({ csrfToken })
    // A nonce from before the rotation stays valid too.
    const message = aMessage({ address: account.address, nonce: await aNonce() })
    const signature = await account.signMessage({ message })
    expect((await next.inject(login({ message, signature }))).statusCode).toBe(200)
    const renewed = await signIn(next)
    expect((await next.inject({ url: '/api/auth/me', headers: renewed.headers })).statusCode).toBe(
      200,
    )
    const logout = { method: 'POST' as const, url: '/api/auth/logout', headers }
    expect((await next.inject(logout)).statusCode).toBe(200)

    const after = await app.sibling({ JWT_SECRET: 'f'.repeat(64) })
    const { token: old } = await signIn(app)
    const forgotten = { cookie: `cb_auth_token=${old}` }
    expect((await after.inject({ url: '/api/auth/me', headers: forgotten })).statusCode).toBe(401)
  })

  test('behavior: accepts a bearer token only on routes that list it', async () => {
    const { token, wallet } = await aSession()
    const headers = { authorization: `Bearer ${token}` }
    const ping = await app.inject({ url: '/api/status/ping', headers })
    expect(ping.json()).toMatchObject({ wallet: checksumAddress(wallet) })
    expect((await app.inject({ url: '/api/auth/me', headers })).json()).toEqual(noSession)
  })
})

describe('POST /api/auth/logout', () => {
  const logout = (headers: Record<string, string>, payload?: object) =>
    app.inject({ method: 'POST', url: '/api/auth/logout', headers, ...(payload && { payload }) })

  test('default: ends the session in every process', async () => {
    const { headers, token } = await signIn(app)
    const response = await logout(headers)
    expect(response.json()).toEqual({ ok: true })
    expect(response.headers['set-cookie']).toEqual([
      'cb_auth_token=; HttpOnly; SameSite=Lax; Path=/; Max-Age=0',
      'cb_csrf=; SameSite=Strict; Path=/; Max-Age=0',
    ])
    expect((await me(token)).json()).toEqual(noSession)
    expect((await logout(headers)).json()).toEqual(noSession)
  })

  test('behavior: ends other sessions only on request', async () => {
    const privateKey = `0x${'33'.repeat(32)}` as const
    const [first, second, third] = [
      await signIn(app, { privateKey }),
      await signIn(app, { privateKey }),
      await signIn(app, { privateKey }),
    ]
    await logout(first.headers)
    expect((await me(second.token)).statusCode).toBe(200)
    await logout(second.headers, { everywhere: true })
    expect((await me(third.token)).statusCode).toBe(401)
  })

  test('error: refuses a request without the CSRF token', async () => {
    const { cookie, token } = await signIn(app)
    expect((await logout({ cookie })).statusCode).toBe(403)
    expect((await me(token)).statusCode).toBe(200)
  })
})

describe('GET /api/auth/me', () => {
  test('behavior: reads operators from the configuration', async () => {
    const operator = '0x47e179ec197488593b187f80a00eb0da91f1b9d0b13f8733639f19c30a34926a'
    const { token } = await signIn(app, { privateKey: operator })
    expect((await me(token)).json()).toMatchObject({ isOperator: true })
  })

  test('behavior: returns the CSRF token', async () => {
    const { token, csrfToken } = await signIn(app)
    expect((await me(token)).json().csrfToken).toBe(csrfToken)
  })
})

describe('pruneSessions', () => {
  test('default: deletes a session one day after it ended', async () => {
    const { pruneSessions } = await import('./feature.js')
    const signal = new AbortController().signal
    const { wallet } = await signIn(app)
    const sessions = async () =>
      (await app.ctx.db.query('select 1 from sessions where person = $1', [wallet])).rowCount
    app.ctx.clock.advance(36 * 60 * MINUTE_MS)
    await pruneSessions.run(app.ctx, signal)
    expect(await sessions()).toBe(1)
    app.ctx.clock.advance(1)
    await pruneSessions.run(app.ctx, signal)
    expect(await sessions()).toBe(0)
  })
})

describe('PAY_URL', () => {
  test('behavior: accepts sign-ins from its pages', async () => {
    const shop = await app.sibling({ PAY_URL: 'http://pay.test' })
    const { nonce } = (await shop.inject('/api/auth/nonce')).json()
    const message = aMessage({
      address: account.address,
      nonce,
      domain: 'pay.test',
      uri: 'http://pay.test/',
    })
    const signature = await account.signMessage({ message })
    const headers = { origin: 'http://pay.test' }
    expect((await shop.inject({ ...login({ message, signature }), headers })).statusCode).toBe(200)
  })
})

describe('under https', () => {
  test('behavior: sets secure cookies', async () => {
    const { signInCookies, signOutCookies } = await import('../../auth/sessions/cookies.js')
    const cookies = [
      ...signInCookies({ baseUrl: 'https://a.test' }, { token: 't', csrfToken: 'c' }),
      ...signOutCookies({ baseUrl: 'https://a.test' }),
    ]
    expect(cookies.every((cookie) => cookie.endsWith('; Secure'))).toBe(true)
  })
})
