import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDeveloper } from '../../../../test/fixtures/factories.js'
import { samples } from '../../../../test/fixtures/image-samples.js'
import { aUser } from '../../../../test/fixtures/user.js'
import { createTestApp, type TestApp } from '../../../../test/harness.js'
import { signIn } from '../../../../test/sign-in.js'
import { DAY_MS } from '../../../lib/time.js'
import { pruneHandles } from './claim-handle.js'
import { eraseProfile } from './put-profile.js'

let app: TestApp
let key: { 'x-api-key': string }
beforeAll(async () => {
  app = await createTestApp()
  const { apiKey } = await aDeveloper(app.ctx, { callsPerMinute: 1_000_000 })
  key = { 'x-api-key': apiKey }
})
afterAll(() => app.close())

const search = async (query: string) =>
  (await app.inject({ url: `/api/users/search?${query}`, headers: key })).json()
const aName = () => `n${randomBytes(6).toString('hex')}z`

describe('PUT /api/users/me', () => {
  test('default', async () => {
    const person = await signIn(app, { asBuyer: true })
    const handle = aName()
    const call = (method: 'GET' | 'PUT', payload?: object) =>
      app.inject({
        method,
        url: '/api/users/me',
        headers: person.headers,
        ...(payload && { payload }),
      })
    expect((await call('GET')).statusCode).toBe(404)
    const response = await call('PUT', { displayName: ' Ada ', handle, bio: 'Tea' })
    expect(response.statusCode, response.body).toBe(200)
    expect(response.json().profile).toMatchObject({
      displayName: 'Ada',
      handle,
      bio: 'Tea',
      isPublic: false,
      xp: 0,
      level: 1,
      avatarUrl: null,
      metrics: { followers: 0, following: 0, sales: 0, purchases: 0 },
    })
    expect((await call('GET')).json()).toEqual(response.json())
    const { profile } = (await call('PUT', { bio: 'Coffee' })).json()
    expect(profile).toEqual({ ...response.json().profile, bio: 'Coffee' })
  })

  test('behavior: is private until the user opts in, and again after', async () => {
    const user = await aUser(app, { isPublic: false })
    expect((await search(`q=${user.handle}`)).users).toEqual([])
    await user.put({ isPublic: true })
    expect((await search(`q=${user.handle}`)).users).toHaveLength(1)
    await user.put({ isPublic: undefined })
    expect((await search(`q=${user.handle}`)).users).toHaveLength(1)
    await user.hide()
    expect((await search(`q=${user.handle}`)).meta.total).toBe(0)
  })

  test('error: refuses handles that are reserved, taken, or look alike', async () => {
    const user = await aUser(app, { handle: `Moon_${randomBytes(4).toString('hex')}_Ol` })
    const other = await aUser(app)
    const similar = [
      user.handle,
      user.handle.toUpperCase(),
      user.handle.replace('Ol', '0I'),
      user.handle.replaceAll('_', ''),
      user.handle.replace('M', 'Ｍ'),
      'admin',
      'Tal1ystick',
      'supp0rt',
    ]
    for (const handle of similar) {
      const response = await other.put({ handle })
      expect([handle, response.statusCode]).toEqual([handle, 409])
      expect(response.json().message).toBe(
        'This handle, or one that looks like it, is not available.',
      )
    }
    for (const handle of ['ab', '_abc', 'abc_', 'a b c', 'moon\u0430', '<b>', 'a'.repeat(31)]) {
      expect((await other.put({ handle })).json().error, handle).toBe('invalid_input')
    }
  })

  test('behavior: a given-up handle stays reserved for its user for 180 days', async () => {
    const user = await aUser(app)
    const other = await aUser(app)
    const former = user.handle
    await user.put({ handle: aName() })
    expect((await other.put({ handle: former })).statusCode).toBe(409)
    expect((await user.put({ handle: former })).statusCode).toBe(200)
    await user.put({ handle: aName() })
    app.ctx.clock.advance(181 * DAY_MS)
    await pruneHandles.run(app.ctx, new AbortController().signal)
    const next = await aUser(app, { handle: former })
    expect((await search(`q=${former}`)).users).toMatchObject([{ handle: next.handle }])
  })

  test('error: a new profile needs a name and a handle', async () => {
    const { headers } = await signIn(app, { asBuyer: true })
    for (const payload of [{}, { displayName: 'Ada' }, { handle: aName() }]) {
      const response = await app.inject({ method: 'PUT', url: '/api/users/me', headers, payload })
      expect([response.statusCode, response.json().message]).toEqual([
        400,
        'displayName and handle are required for a new profile.',
      ])
    }
  })

  test('error: refuses hostile text', async () => {
    const user = await aUser(app)
    for (const change of [
      { displayName: '' },
      { displayName: 'a'.repeat(51) },
      { displayName: '<b>Ada' },
      { displayName: 'A\u202eda' },
      { bio: 'b'.repeat(161) },
      { isPublic: 'yes' },
    ]) {
      expect((await user.put(change)).statusCode, JSON.stringify(change)).toBe(400)
    }
  })

  test('behavior: two first requests at once create one profile', async () => {
    const person = await signIn(app, { asBuyer: true })
    const [handle, displayName] = [aName(), 'Twin']
    const payload = { handle, displayName, isPublic: true }
    const request = {
      method: 'PUT',
      url: '/api/users/me',
      headers: person.headers,
      payload,
    } as const
    const responses = await Promise.all([app.inject(request), app.inject(request)])
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(new Set(responses.map((response) => response.json().profile.id)).size).toBe(1)
  })
})

describe('PUT /api/users/me/avatar', () => {
  const pictures = [
    ['image/png', samples.png],
    ['image/jpeg', samples.jpeg],
    ['image/webp', samples.webpLossy],
    ['image/gif', samples.gif89],
  ] as const

  test('default', async () => {
    const user = await aUser(app)
    for (const [type, data] of pictures) {
      const image = `data:${type};base64,${data}`
      const response = await user.call('PUT', '/api/users/me/avatar', { image })
      expect(response.statusCode, response.body).toBe(200)
      const { avatarUrl } = response.json().profile
      const served = await app.inject(new URL(avatarUrl).pathname)
      expect(served.headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
      })
      expect(served.rawPayload.subarray(8, 12).toString()).toBe('WEBP')
    }
  })

  test('behavior: the picture of a private user is only for its owner', async () => {
    const user = await aUser(app)
    const image = `data:image/gif;base64,${samples.gif87}`
    const { avatarUrl } = (await user.call('PUT', '/api/users/me/avatar', { image })).json().profile
    await user.hide()
    const hidden = await app.inject(new URL(avatarUrl).pathname)
    const unknown = await app.inject(`/api/users/avatars/${'0'.repeat(64)}`)
    expect([hidden.statusCode, hidden.body]).toEqual([404, unknown.body])
    const hash = avatarUrl.split('/').at(-1)
    for (const size of [48, 320, 960]) {
      expect((await app.inject(`/media/${hash}/${size}.webp`)).statusCode).toBe(404)
    }
    expect((await user.call('GET', '/api/users/me/avatar')).statusCode).toBe(200)
    await user.call('DELETE', '/api/users/me/avatar')
    expect((await user.call('GET', '/api/users/me/avatar')).statusCode).toBe(404)
  })

  test('behavior: an item cannot refer to the picture of a profile by its hash', async () => {
    const user = await aUser(app)
    const image = `data:image/gif;base64,${samples.gif87}`
    const { avatarUrl } = (await user.call('PUT', '/api/users/me/avatar', { image })).json().profile
    const { headers } = await signIn(app)
    const save = (images: string[]) =>
      app.inject({
        method: 'POST',
        url: '/api/inventory',
        headers,
        payload: { sku: aName(), name: 'Tea', priceUsd: 1, images },
      })
    const address = `http://tally.test/media/${avatarUrl.split('/').at(-1)}/960.webp`
    expect((await save([address])).statusCode).toBe(400)
    // Anyone who has the file itself may sell it.
    expect((await save([image])).statusCode).toBe(200)
    expect((await app.inject(new URL(address).pathname)).statusCode).toBe(200)
  })

  test('error: refuses SVG, wrong types and large pictures', async () => {
    const user = await aUser(app)
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')
    const put = async (image: string) =>
      (await user.call('PUT', '/api/users/me/avatar', { image })).statusCode
    expect(await put(`data:image/svg+xml;base64,${svg}`)).toBe(400)
    expect(await put(`data:image/png;base64,${svg}`)).toBe(400)
    expect(await put(`data:image/png;base64,${samples.jpeg}`)).toBe(400)
    const large = Buffer.alloc(32_769).toString('base64')
    expect(await put(`data:image/png;base64,${large}`)).toBe(400)
    expect(await put(`data:image/png;base64,${'A'.repeat(60_000)}`)).toBe(413)
  })
})

describe('POST /api/users/me/heartbeat', () => {
  test('default', async () => {
    const user = await aUser(app)
    const hidden = await aUser(app, { isPublic: false })
    const beat = (caller: typeof user) => caller.call('POST', '/api/users/me/heartbeat')
    expect((await beat(user)).json()).toEqual({ ok: true, live: true, nextInSeconds: 60 })
    expect((await beat(hidden)).json()).toMatchObject({ live: false })
    const live = async () => (await app.inject({ url: '/api/users/live', headers: key })).json()
    expect(await live()).toMatchObject({
      ok: true,
      users: [{ handle: user.handle, live: true, lastSeenAt: app.ctx.now() }],
      updatedAt: app.ctx.now(),
    })
    app.ctx.clock.advance(5 * 60_000 + 1)
    expect((await live()).users).toEqual([])
    expect((await search(`q=${user.handle}`)).users).toMatchObject([{ live: false }])
    await beat(user)
    await user.hide()
    expect((await live()).users).toEqual([])
  })
})

describe('eraseProfile', () => {
  test('default', async () => {
    const user = await aUser(app)
    const friend = await aUser(app)
    await user.follow(friend.handle)
    await friend.follow(user.handle)
    const image = `data:image/png;base64,${samples.png}`
    await user.call('PUT', '/api/users/me/avatar', { image })
    await user.hide()
    const exported = await user.call('GET', '/api/users/me/export')
    expect(exported.json()).toMatchObject({
      ok: true,
      profile: { handle: user.handle, isPublic: false },
      avatar: expect.stringMatching(/^data:image\/webp;base64,/),
      following: [{ handle: friend.handle }],
    })

    expect((await user.call('DELETE', '/api/users/me')).statusCode).toBe(200)
    expect((await user.call('GET', '/api/users/me/export')).statusCode).toBe(404)
    expect(await eraseProfile(app.ctx, user.wallet)).toBe(false)
    expect(await friend.profile()).toMatchObject({ metrics: { followers: 0, following: 0 } })
    const { rows } = await app.ctx.db.query(
      `select 1 from users where wallet = $1
       union all select 1 from user_handles where wallet = $1
       union all select 1 from public_users where wallet = $1
       union all select 1 from user_follows where $1 in (follower, followed)`,
      [user.wallet],
    )
    expect(rows).toEqual([])
    // The handle stays reserved.
    expect((await friend.put({ handle: user.handle })).statusCode).toBe(409)
  })
})
