import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/harness.js'
import { type SignedIn, signIn } from '../../../test/sign-in.js'
import { readKey } from '../../auth/keys/issue-key.js'
import { upsertPlanSubscription } from '../../auth/merchants/plan-store.js'
import { checksumAddress } from '../../lib/hex.js'
import { HOUR_MS, MINUTE_MS } from '../../lib/time.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const create = (person: SignedIn, payload: object, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: '/api/keys',
    payload,
    headers: { ...person.headers, ...headers },
  })

const list = async (person: SignedIn) =>
  (await app.inject({ url: '/api/keys', headers: person.headers })).json().keys

const ping = (apiKey: string, target: Pick<TestApp, 'inject'> = app) =>
  target.inject({ url: '/api/status/ping', headers: { 'x-api-key': apiKey } })

describe('POST /api/keys', () => {
  test('default', async () => {
    const person = await signIn(app)
    const response = await create(person, { name: ' Till ' })
    expect(response.statusCode).toBe(201)
    const { key, apiKey } = response.json()
    expect(key).toEqual({
      id: expect.stringMatching(/^key_[0-9a-z]{26}$/),
      prefix: expect.stringMatching(/^tly_test_[0-9A-Za-z]{10}$/),
      name: 'Till',
      scopes: [
        'inventory:read',
        'inventory:write',
        'orders:create',
        'receipts:read',
        'receipts:write',
        'shop:read',
        'split:read',
        'subscriptions:read',
        'subscriptions:write',
      ],
      createdAt: app.ctx.now(),
      lastUsedAt: null,
      expiresAt: null,
    })
    expect(apiKey.startsWith(`${key.prefix}_`)).toBe(true)
    const pong = await ping(apiKey)
    expect(pong.json()).toMatchObject({ wallet: checksumAddress(person.wallet) })
    expect(pong.headers['x-ratelimit-limit']).toBe('60')
  })

  test('behavior: stores the key hashed and sealed for its own merchant', async () => {
    const person = await signIn(app)
    const { key, apiKey } = (await create(person, { name: 'Till' })).json()
    const { rows } = await app.ctx.db.query<{ row: string }>(
      `select to_jsonb(k)::text || coalesce(encode(k.sealed, 'escape'), '') as row
       from developer_keys k where id = $1`,
      [key.id],
    )
    expect(rows[0]?.row).not.toContain(apiKey.slice(-38))
    expect(await readKey(app.ctx, { merchant: person.wallet, id: key.id })).toBe(apiKey)

    const other = await signIn(app)
    const { key: foreign } = (await create(other, { name: 'Other' })).json()
    await app.ctx.db.query(
      `update developer_keys set sealed = (select sealed from developer_keys where id = $1)
       where id = $2`,
      [key.id, foreign.id],
    )
    await expect(readKey(app.ctx, { merchant: other.wallet, id: foreign.id })).rejects.toThrow()
  })

  test('behavior: limits scopes to the plan', async () => {
    const person = await signIn(app)
    const keyRequest = { name: 'Reports', scopes: ['graphql:read'] }
    const refused = await create(person, keyRequest)
    expect(refused.statusCode).toBe(403)
    expect(refused.json()).toMatchObject({ error: 'forbidden', requiredScope: 'graphql:read' })

    await upsertPlanSubscription(app.ctx.db, {
      merchant: person.wallet,
      id: app.ctx.newId('dsub'),
      plan: 'pro',
      callsPerMinute: null,
      createdAt: app.ctx.now(),
    })
    const { key, apiKey } = (await create(person, keyRequest)).json()
    expect(key.scopes).toEqual(['graphql:read'])
    expect((await ping(apiKey)).headers['x-ratelimit-limit']).toBe('600')
  })

  test('behavior: a retry creates no second key and does not show the secret', async () => {
    const person = await signIn(app)
    const again = () => create(person, { name: 'Till' }, { 'idempotency-key': 'till-1' })
    const first = await again()
    const second = await again()
    expect(first.json().apiKey).toMatch(/^tly_test_/)
    expect(second.statusCode).toBe(201)
    expect(second.headers['idempotent-replayed']).toBe('true')
    expect(second.json()).toEqual({ ...first.json(), apiKey: null })
    expect(await list(person)).toHaveLength(1)
  })

  test('behavior: finds the key of an interrupted attempt', async () => {
    const person = await signIn(app)
    const again = () => create(person, { name: 'Till' }, { 'idempotency-key': 'till-2' })
    const { key, apiKey } = (await again()).json()
    await app.ctx.db.query(
      `update idempotency_keys set status = null, body = null, leased_until = 0 where owner = $1`,
      [person.wallet],
    )
    expect((await again()).json()).toMatchObject({ key: { id: key.id }, apiKey: null })
    expect((await ping(apiKey)).statusCode).toBe(200)

    await app.inject({ method: 'DELETE', url: `/api/keys/${key.id}`, headers: person.headers })
    await app.ctx.db.query(
      `update idempotency_keys set status = null, body = null, leased_until = 0 where owner = $1`,
      [person.wallet],
    )
    expect((await again()).json()).toMatchObject({ key: { id: key.id }, apiKey: null })
    expect((await ping(apiKey)).statusCode).toBe(401)
  })

  test('error: refuses more than 100 keys, even when rotating', async () => {
    const person = await signIn(app)
    const { key } = (await create(person, { name: 'First' })).json()
    await app.ctx.db.query(
      `insert into developer_keys (merchant, id, name, scopes, created_at)
       select $1, 'key_' || n, 'More', '{}', 0 from generate_series(1, 99) n`,
      [person.wallet],
    )
    const rotate = { method: 'POST' as const, url: `/api/keys/${key.id}/rotate` }
    for (const response of [
      await create(person, { name: 'One too many' }),
      await app.inject({ ...rotate, headers: person.headers }),
    ]) {
      expect(response.json()).toMatchObject({ error: 'invalid_input' })
    }
  })

  test.each([
    {},
    { name: '' },
    { name: '   ' },
    { name: 5 },
    { name: 'x'.repeat(81) },
    { name: 'a\u202eb' },
    { name: 'a\nb' },
    { name: 'Till', scopes: [] },
    { name: 'Till', scopes: ['everything'] },
    { name: 'Till', scopes: 'shop:read' },
    { name: 'Till', scopes: ['shop:read', 'shop:read'] },
  ])('error: refuses %j', async (payload) => {
    const person = await signIn(app)
    expect((await create(person, payload)).json()).toMatchObject({ error: 'invalid_input' })
    expect(await list(person)).toEqual([])
  })
})

describe('GET /api/keys', () => {
  test('default: lists keys newest first, without the secret', async () => {
    const person = await signIn(app)
    const { apiKey } = (await create(person, { name: 'First' })).json()
    app.ctx.clock.advance(1)
    await create(person, { name: 'Second' })
    const keys = await list(person)
    expect(keys.map(({ name }: { name: string }) => name)).toEqual(['Second', 'First'])
    expect(JSON.stringify(keys)).not.toContain(apiKey)
  })

  test('behavior: shows the last use to the minute', { tags: 'slow' }, async () => {
    const person = await signIn(app)
    const { apiKey } = (await create(person, { name: 'Till' })).json()
    await ping(apiKey)
    expect((await list(person))[0].lastUsedAt).toBe(app.ctx.now())

    const usedAt = app.ctx.now()
    app.ctx.clock.advance(MINUTE_MS - 1)
    await ping(apiKey, await app.sibling())
    expect((await list(person))[0].lastUsedAt).toBe(usedAt)
    app.ctx.clock.advance(1)
    await ping(apiKey, await app.sibling())
    expect((await list(person))[0].lastUsedAt).toBe(app.ctx.now())
  })
})

describe('POST /api/keys/{id}/rotate', () => {
  const rotate = (person: SignedIn, id: string, payload?: object) =>
    app.inject({
      method: 'POST',
      url: `/api/keys/${id}/rotate`,
      headers: person.headers,
      ...(payload && { payload }),
    })

  test('default: both keys work for a day, then only the new one', async () => {
    const person = await signIn(app)
    const old = (await create(person, { name: 'Till', scopes: ['shop:read'] })).json()
    const response = await rotate(person, old.key.id)
    expect(response.statusCode).toBe(201)
    const { key, apiKey } = response.json()
    expect(key).toMatchObject({ name: 'Till', scopes: ['shop:read'], expiresAt: null })
    expect((await list(person)).map((key: { expiresAt: number }) => key.expiresAt)).toContain(
      app.ctx.now() + 24 * HOUR_MS,
    )
    expect((await ping(old.apiKey)).statusCode).toBe(200)
    expect((await ping(apiKey)).statusCode).toBe(200)

    app.ctx.clock.advance(24 * HOUR_MS)
    const later = await app.sibling()
    expect((await ping(old.apiKey, later)).statusCode).toBe(401)
    expect((await ping(apiKey, later)).statusCode).toBe(200)
    // The old key can still sign.
    expect(await readKey(app.ctx, { merchant: person.wallet, id: old.key.id })).toBe(old.apiKey)
  })

  test('behavior: revokes the old key at once without a grace period', async () => {
    const person = await signIn(app)
    const old = (await create(person, { name: 'Till' })).json()
    expect((await ping(old.apiKey)).statusCode).toBe(200)
    await rotate(person, old.key.id, { graceHours: 0 })
    expect((await ping(old.apiKey)).statusCode).toBe(401)
  })

  test('behavior: a retry rotates once', async () => {
    const person = await signIn(app)
    const old = (await create(person, { name: 'Till' })).json()
    const again = () =>
      app.inject({
        method: 'POST',
        url: `/api/keys/${old.key.id}/rotate`,
        headers: { ...person.headers, 'idempotency-key': 'rotate-1' },
      })
    const first = (await again()).json()
    expect((await again()).json()).toEqual({ ...first, apiKey: null })
    expect(await list(person)).toHaveLength(2)
  })

  test('error: refuses to rotate a key twice', async () => {
    const person = await signIn(app)
    const { key } = (await create(person, { name: 'Till' })).json()
    await rotate(person, key.id)
    expect((await rotate(person, key.id)).json()).toMatchObject({ error: 'conflict' })
  })

  test.each([{ graceHours: -1 }, { graceHours: 73 }, { graceHours: 0.5 }, { graceHours: '1' }])(
    'error: refuses %j',
    async (payload) => {
      const person = await signIn(app)
      const { key } = (await create(person, { name: 'Till' })).json()
      expect((await rotate(person, key.id, payload)).statusCode).toBe(400)
    },
  )

  test("error: returns 404 for another merchant's key", async () => {
    const [person, other] = [await signIn(app), await signIn(app)]
    const { key } = (await create(other, { name: 'Till' })).json()
    expect((await rotate(person, key.id)).statusCode).toBe(404)
  })
})

describe('DELETE /api/keys/{id}', () => {
  const revoke = (person: SignedIn, id: string) =>
    app.inject({ method: 'DELETE', url: `/api/keys/${id}`, headers: person.headers })

  test('default: revokes the key at once', async () => {
    const person = await signIn(app)
    const { key, apiKey } = (await create(person, { name: 'Till' })).json()
    expect((await ping(apiKey)).statusCode).toBe(200)
    expect((await revoke(person, key.id)).json()).toEqual({ ok: true, id: key.id, revoked: true })
    expect((await ping(apiKey)).statusCode).toBe(401)
    expect(await list(person)).toEqual([])
    expect((await revoke(person, key.id)).statusCode).toBe(404)
  })

  test('behavior: revokes within two seconds in another process', { tags: 'slow' }, async () => {
    const person = await signIn(app)
    const { key, apiKey } = (await create(person, { name: 'Till' })).json()
    const elsewhere = await app.sibling()
    expect((await ping(apiKey, elsewhere)).statusCode).toBe(200)
    const revokedAt = performance.now()
    await revoke(person, key.id)
    await expect.poll(async () => (await ping(apiKey, elsewhere)).statusCode).toBe(401)
    expect(performance.now() - revokedAt).toBeLessThan(2_200)
  })

  test('behavior: records every change in the audit log, without the secret', async () => {
    const person = await signIn(app)
    const { key, apiKey } = (await create(person, { name: 'Till' })).json()
    await revoke(person, key.id)
    const log = await app.inject({ url: '/api/audit', headers: person.headers })
    expect(log.json().entries).toMatchObject([
      { action: 'key.revoked', target: key.id, before: { name: 'Till' } },
      { action: 'key.created', target: key.id, before: null, after: { name: 'Till' } },
      { action: 'session.started' },
      { action: 'merchant.created' },
    ])
    expect(log.body).not.toContain(apiKey.slice(-38))
  })

  test("error: returns 404 for another merchant's key", async () => {
    const [person, other] = [await signIn(app), await signIn(app)]
    const { key, apiKey } = (await create(other, { name: 'Till' })).json()
    expect((await revoke(person, key.id)).statusCode).toBe(404)
    expect((await ping(apiKey)).statusCode).toBe(200)
  })
})
