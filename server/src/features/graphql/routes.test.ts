import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countingDb } from '../../../test/counting-db.js'
import { aDeveloper } from '../../../test/fixtures/factories.js'
import { aSeller } from '../../../test/fixtures/seller.js'
import { aSoldReceipt } from '../../../test/fixtures/sold-receipt.js'
import { aUser, type TestUser } from '../../../test/fixtures/user.js'
import { createTestApp, type TestApp } from '../../../test/harness.js'
import { checksumAddress } from '../../lib/hex.js'
import { scoreBatch } from '../users/scores/score-receipts.js'
import { createQueryRunner } from './run-query.js'

let app: TestApp
let key: { 'x-api-key': string }
let ada: TestUser
let bob: TestUser
let hidden: TestUser

beforeAll(async () => {
  app = await createTestApp()
  const { apiKey } = await aDeveloper(app.ctx, {
    scopes: ['graphql:read'],
    callsPerMinute: 100_000,
  })
  key = { 'x-api-key': apiKey }
  ada = await aUser(app, { displayName: 'Ada' })
  bob = await aUser(app, { displayName: 'Bob' })
  hidden = await aUser(app)
  await ada.follow(bob.handle)
  await bob.follow(ada.handle)
  await hidden.follow(ada.handle)
  await bob.follow(hidden.handle)
  await hidden.hide()
  const seller = await aSeller(app)
  await aSoldReceipt(app.ctx, { seller, id: 'a', cents: 5_000, buyer: ada.wallet })
  await aSoldReceipt(app.ctx, { seller, id: 'b', cents: 9_000, buyer: hidden.wallet })
  await scoreBatch(app.ctx)
  await ada.call('POST', '/api/users/me/heartbeat')
  await hidden.call('POST', '/api/users/me/heartbeat')
})
afterAll(() => app.close())

const url = '/api/graphql'
const post = (payload: object | string, headers: Record<string, string> = key) =>
  app.inject({
    method: 'POST',
    url,
    headers: { ...headers, 'content-type': 'application/json' },
    payload,
  })
const ask = async (query: string, variables: object = {}) => {
  const response = await post({ query, variables })
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}

describe('POST /api/graphql', () => {
  test('default', async () => {
    const query = `query Page($handle: String!) {
      user(handle: $handle) {
        handle wallet xp level live joinedAt lastSeenAt avatarUrl
        metrics { followers following purchases }
        followers { handle following { handle } }
      }
      liveUsers { handle }
      leaderboard(metric: XP, window: DAYS_7) { rank value user { handle } }
      follows(handle: $handle, direction: FOLLOWERS) { handle }
    }`
    expect(await ask(query, { handle: ada.handle.toUpperCase() })).toEqual({
      data: {
        user: {
          handle: ada.handle,
          wallet: checksumAddress(ada.wallet),
          xp: 50,
          level: 1,
          live: true,
          joinedAt: expect.any(Number),
          lastSeenAt: app.ctx.now(),
          avatarUrl: null,
          metrics: { followers: 1, following: 1, purchases: 1 },
          followers: [{ handle: bob.handle, following: [{ handle: ada.handle }] }],
        },
        liveUsers: [{ handle: ada.handle }],
        leaderboard: [{ rank: 1, value: 50, user: { handle: ada.handle } }],
        follows: [{ handle: bob.handle }],
      },
    })
  })

  test('behavior: private and unknown users get the same response', async () => {
    const pages = (by: string) => `{ user(${by}) { id } follows(${by}) { id } }`
    const nothing = { data: { user: null, follows: [] } }
    for (const by of [
      `handle: "${hidden.handle}"`,
      'handle: "never_taken"',
      'handle: "\\u0000"',
      `wallet: "${hidden.wallet}"`,
      `wallet: "0x${'1'.repeat(40)}"`,
    ]) {
      expect(await ask(pages(by))).toEqual(nothing)
    }
  })

  test('behavior: loads each level with one statement', async () => {
    const { db, statements } = countingDb(app.ctx.db)
    const run = createQueryRunner({ ...app.ctx, db })
    const level =
      'followers(limit: 5) { following(limit: 5) { handle followers(limit: 4) { handle } } }'
    const query = `{ a: user(handle: "${ada.handle}") { ${level} } b: user(wallet: "${bob.wallet}") { ${level} } }`
    const { data } = await run(
      { query, variables: {}, operationName: null },
      { viewer: null, isGet: false, log: app.ctx.log },
    )
    expect(data).toMatchObject({ a: { followers: [{ following: [{ handle: ada.handle }] }] } })
    expect(statements).toHaveLength(4)
  })

  test('behavior: introspection is on', async () => {
    const { data } = await ask('{ __schema { queryType { fields { name } } } }')
    const names = data.__schema.queryType.fields.map(({ name }: { name: string }) => name)
    expect(names).toEqual(['user', 'follows', 'liveUsers', 'leaderboard'])
  })

  test('error: an invalid argument is an error of its field', async () => {
    const { data, errors } = await ask('{ user(wallet: "0x12") { id } liveUsers { handle } }')
    expect(data).toEqual({ user: null, liveUsers: [{ handle: ada.handle }] })
    expect(errors).toMatchObject([{ path: ['user'], extensions: { code: 'BAD_USER_INPUT' } }])
    for (const query of [
      '{ user { id } }',
      '{ user(handle: "a", wallet: "b") { id } }',
      '{ liveUsers(limit: 0) { id } }',
      '{ follows(handle: "a", limit: 101) { id } }',
      '{ leaderboard(metric: FOLLOWERS, window: DAYS_7) { rank } }',
    ]) {
      const { data: rest, errors: problems } = await ask(query)
      expect(Object.values(rest), query).toEqual([null])
      expect(problems, query).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }])
    }
  })

  test('error: refuses malformed requests with BAD_REQUEST', async () => {
    const validQuery = '{ liveUsers { id } }'
    for (const payload of [
      '',
      '{',
      '[]',
      JSON.stringify([{ query: validQuery }]),
      '"text"',
      '{}',
      '{"query":1}',
      JSON.stringify({ query: '' }),
      JSON.stringify({ query: '{ user(' }),
      JSON.stringify({ query: '{ nothing }' }),
      JSON.stringify({ query: 'subscription { liveUsers { id } }' }),
      JSON.stringify({ query: validQuery, variables: [] }),
      JSON.stringify({ query: validQuery, variables: 'a' }),
      JSON.stringify({ query: validQuery, operationName: 'Other' }),
      JSON.stringify({ query: 'query ($n: Int!) { liveUsers(limit: $n) { id } }' }),
      JSON.stringify({ query: validQuery, variables: { a: 'b'.repeat(9_000) } }),
      JSON.stringify({ query: validQuery, variables: { a: [[[[[1]]]]] } }),
      JSON.stringify({ query: validQuery, variables: JSON.parse('['.repeat(31) + ']'.repeat(31)) }),
    ]) {
      const response = await post(payload)
      const displayedPayload = payload.slice(0, 80)
      expect([displayedPayload, response.statusCode]).toEqual([displayedPayload, 400])
      expect(response.json().errors, displayedPayload).toMatchObject([
        { message: expect.any(String), extensions: { code: 'BAD_REQUEST' } },
      ])
    }
    const large = await post({ query: `{ ${'a '.repeat(40_000)} }` })
    expect([large.statusCode, large.json().errors[0].extensions.code]).toEqual([
      413,
      'PAYLOAD_TOO_LARGE',
    ])
  })

  test('error: every status has errors, and none repeats a long document', async () => {
    const long = 'x'.repeat(5_000)
    const quoted = await post({ query: `{ user(handle: ${long}) { id } }` })
    expect(quoted.statusCode).toBe(400)
    expect(quoted.json().errors[0].message.length).toBeLessThan(250)
    expect(quoted.body).not.toContain(long)

    const wrongResponse = await app.inject({ method: 'DELETE', url, headers: key })
    expect([wrongResponse.statusCode, wrongResponse.json().errors[0].extensions.code]).toEqual([
      405,
      'METHOD_NOT_ALLOWED',
    ])
    const failing = await createTestApp()
    const { apiKey } = await aDeveloper(failing.ctx, { scopes: ['graphql:read'] })
    await failing.ctx.db.query('alter table user_presence rename to gone')
    const request = { method: 'POST', url, headers: { 'x-api-key': apiKey } } as const
    const hidden = await failing.inject({ ...request, payload: { query: '{ liveUsers { id } }' } })
    expect(hidden.json()).toMatchObject({
      data: { liveUsers: null },
      errors: [{ extensions: { code: 'INTERNAL_SERVER_ERROR' } }],
    })
    await failing.close()
  })

  test('error: refuses mutations of keys', async () => {
    const response = await post({ query: 'mutation { heartbeat }' })
    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({
      data: null,
      errors: [{ extensions: { code: 'FORBIDDEN' } }],
    })
    expect((await post({ query: '{ liveUsers { id } }' }, {})).statusCode).toBe(401)
  })

  test('behavior: people run mutations with their session and CSRF token', async () => {
    const user = await aUser(app)
    const run = async (query: string) => (await post({ query }, user.headers)).json()
    const update = `mutation { updateProfile(input: { displayName: "Eve", handle: "${user.handle}" }) { displayName isPublic } }`
    expect(await run(update)).toEqual({
      data: { updateProfile: { displayName: 'Eve', isPublic: true } },
    })
    expect(await run(`mutation { follow(handle: "${ada.handle}") heartbeat }`)).toEqual({
      data: { follow: true, heartbeat: true },
    })
    expect(await run('mutation { follow(handle: "never_taken") }')).toMatchObject({
      data: { follow: null },
      errors: [{ extensions: { code: 'NOT_FOUND' } }],
    })
    expect(await run(`mutation { unfollow(handle: "${ada.handle}") }`)).toEqual({
      data: { unfollow: true },
    })
    const { 'x-csrf-token': _, ...cookie } = user.headers
    expect((await post({ query: 'mutation { heartbeat }' }, cookie)).statusCode).toBe(403)
  })
})

describe('GET /api/graphql', () => {
  const get = (query: Record<string, string>, headers: Record<string, string> = key) =>
    app.inject({ url: `${url}?${new URLSearchParams(query)}`, headers })

  test('default', async () => {
    const response = await get({
      query: 'query ($h: String) { user(handle: $h) { handle } }',
      variables: JSON.stringify({ h: ada.handle }),
    })
    expect([response.statusCode, response.json()]).toEqual([
      200,
      { data: { user: { handle: ada.handle } } },
    ])
  })

  test('error: refuses mutations with 403, and malformed requests', async () => {
    for (const headers of [key, ada.headers]) {
      const response = await get({ query: 'mutation { heartbeat }' }, headers)
      expect(response.statusCode).toBe(403)
      expect(response.json().errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }])
    }
    for (const query of [{}, { query: '{ liveUsers { id } }', variables: '{' }]) {
      const response = await get(query)
      expect(response.statusCode).toBe(400)
      expect(response.json().errors[0].extensions.code).toBe('BAD_REQUEST')
    }
  })

  test('behavior: a browser gets the query page', async () => {
    const redirect = await app.inject({ url, headers: { accept: 'text/html,*/*' } })
    expect([redirect.statusCode, redirect.headers.location]).toEqual([302, '/sandbox/graphql'])
    const page = await app.inject('/sandbox/graphql')
    expect(page.headers['content-security-policy']).toContain("script-src 'self'")
    expect(page.body).toContain('type LeaderboardEntry')
    expect(page.body).not.toMatch(/<script(?![^>]*\bsrc=)|\son\w+=|\sstyle=/)
    const [, script = ''] = /<script type="module" src="([^"]+)">/.exec(page.body) ?? []
    expect((await app.inject(script)).statusCode).toBe(200)
  })
})
