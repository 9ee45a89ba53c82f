import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDeveloper, aWallet } from '../../../../test/fixtures/factories.js'
import { createTestApp, type TestApp } from '../../../../test/harness.js'
import { type SignedIn, signIn } from '../../../../test/sign-in.js'
import type { Scope } from '../../../auth/scopes.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const url = 'https://shop.test/hook'
type Headers = Record<string, string>

async function aKey(scopes?: readonly Scope[]): Promise<{ headers: Headers; wallet: string }> {
  const { apiKey, wallet } = await aDeveloper(app.ctx, scopes ? { scopes } : {})
  return { headers: { 'x-api-key': apiKey }, wallet }
}

const create = (headers: Headers, payload: object = { url }) =>
  app.inject({ method: 'POST', url: '/api/webhooks', payload, headers })
const change = (headers: Headers, id: string, payload: object) =>
  app.inject({ method: 'PUT', url: `/api/webhooks/${id}`, payload, headers })
const remove = (headers: Headers, id: string) =>
  app.inject({ method: 'DELETE', url: `/api/webhooks/${id}`, headers })
const list = async (headers: Headers) =>
  (await app.inject({ url: '/api/webhooks', headers })).json().webhooks

const auditOf = async (wallet: string) =>
  (
    await app.ctx.db.query(
      `select actor, action, target, before, after from audit_entries
       where merchant = $1 and action like 'webhook.%' order by seq`,
      [wallet],
    )
  ).rows

describe('POST /api/webhooks', () => {
  test('default', async () => {
    const { headers } = await aKey()
    const response = await create(headers)
    expect(response.statusCode).toBe(201)
    const { webhook, ...rest } = response.json()
    expect(rest).toEqual({ ok: true })
    expect(webhook).toEqual({
      id: expect.stringMatching(/^whk_[0-9a-z]{26}$/),
      url,
      events: ['receipt.status_updated'],
      enabled: true,
      extendedRetries: false,
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      createdAt: app.ctx.now(),
    })
    const { secret: _, ...shown } = webhook
    expect(await list(headers)).toEqual([shown])
  })

  test('behavior: a signed-in user can set every field', async () => {
    const person = await signIn(app)
    const events = ['receipt.paid', 'receipt.status_updated']
    const changes = { events, enabled: false, extendedRetries: true }
    const response = await create(person.headers, { url: 'http://127.0.0.1:9/a b', ...changes })
    expect(response.statusCode).toBe(400)
    const { webhook } = (
      await create(person.headers, { url: 'HTTP://LocalHost:9', ...changes })
    ).json()
    expect(webhook).toMatchObject({ url: 'http://localhost:9/', ...changes })
  })

  test('behavior: the database never stores the secret in plain text', async () => {
    const { headers, wallet } = await aKey()
    const again = () => create({ ...headers, 'idempotency-key': 'hook-1' })
    const first = await again()
    const { secret, ...shown } = first.json().webhook
    const { rows } = await app.ctx.db.query<{ kept: string }>(
      `select to_jsonb(e)::text || encode(e.sealed_secret, 'escape') as kept
       from webhook_endpoints e where merchant = $1
       union all select to_jsonb(k)::text from idempotency_keys k where owner = $1
       union all select to_jsonb(a)::text from audit_entries a where merchant = $1`,
      [wallet],
    )
    expect(rows).toHaveLength(3)
    for (const { kept } of rows) expect(kept).not.toContain(secret.slice('whsec_'.length))

    const second = await again()
    expect(second.statusCode).toBe(201)
    expect(second.headers['idempotent-replayed']).toBe('true')
    expect(second.json()).toEqual({ ok: true, webhook: { ...shown, secret: null } })
    expect(await list(headers)).toEqual([shown])
  })

  test('behavior: a repeated request finds the webhook of an interrupted one', async () => {
    const { headers, wallet } = await aKey()
    const again = () => create({ ...headers, 'idempotency-key': 'hook-2' })
    const { id } = (await again()).json().webhook
    await app.ctx.db.query(
      `update idempotency_keys set status = null, body = null, leased_until = 0 where owner = $1`,
      [wallet],
    )
    expect((await again()).json().webhook).toMatchObject({ id, secret: null })
    expect(await list(headers)).toHaveLength(1)
  })

  test('error: rejects more than ten webhooks, also under concurrency', async () => {
    const { headers } = await aKey()
    const responses = await Promise.all(Array.from({ length: 12 }, () => create(headers)))
    const statuses = responses.map(({ statusCode }) => statusCode).toSorted()
    expect(statuses).toEqual([...Array(10).fill(201), 400, 400])
    const refused = responses.find(({ statusCode }) => statusCode === 400)
    expect(refused?.json()).toMatchObject({
      error: 'invalid_input',
      message: 'You have reached the limit of 10 webhooks. Delete one first.',
    })
    const [{ id }] = await list(headers)
    await remove(headers, id)
    expect((await create(headers)).statusCode).toBe(201)
  })

  test.each([
    ['no address', {}],
    ['no text', { url: 5 }],
    ['none that is absolute', { url: '/hook' }],
    ['another scheme', { url: 'ftp://shop.test' }],
    ['user info', { url: 'https://me:pw@shop.test' }],
    ['too long', { url: `https://shop.test/${'x'.repeat(2_048)}` }],
    ['an unknown kind', { url, events: ['receipt.shipped'] }],
    ['no kind', { url, events: [] }],
    ['a kind twice', { url, events: ['receipt.status_updated', 'receipt.status_updated'] }],
    ['enabled that is neither', { url, enabled: 'yes' }],
  ])('error: %s', async (_name, payload) => {
    const { headers } = await aKey()
    const response = await create(headers, payload)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ error: 'invalid_input' })
    expect(await list(headers)).toEqual([])
  })

  test.each([
    [['receipts:write'], 'receipts:read'],
    [['receipts:read'], 'receipts:write'],
  ] as const)('error: a key with %j alone', async (scopes, requiredScope) => {
    const { headers } = await aKey(scopes)
    for (const response of [await create(headers), await change(headers, 'whk_x', { url })]) {
      expect(response.statusCode).toBe(403)
      expect(response.json()).toMatchObject({ error: 'forbidden', requiredScope })
    }
  })

  test('error: rejects a cashier', async () => {
    const owner = await signIn(app)
    const cashier = await signIn(app)
    await app.ctx.db.query(
      `insert into members (merchant, person, role, created_at) values ($1, $2, 'cashier', 0)`,
      [owner.wallet, cashier.wallet],
    )
    const response = await app.inject({
      method: 'POST',
      url: `/api/webhooks?wallet=${owner.wallet}`,
      payload: { url },
      headers: cashier.headers,
    })
    expect(response.statusCode).toBe(403)
  })
})

describe('GET /api/webhooks', () => {
  test('behavior: lists only the own webhooks, oldest first', async () => {
    const [first, second] = [await aKey(), await aKey()]
    const addresses = ['c', 'a', 'b'].map((path) => `https://shop.test/${path}`)
    for (const address of addresses) {
      await create(first.headers, { url: address })
      app.ctx.clock.advance(1)
    }
    expect((await list(first.headers)).map((webhook: { url: string }) => webhook.url)).toEqual(
      addresses,
    )
    expect(await list(second.headers)).toEqual([])
  })
})

describe('PUT /api/webhooks/:id', () => {
  test('default', async () => {
    const { headers } = await aKey()
    const { secret: _, ...webhook } = (await create(headers)).json().webhook
    const changed = { url: 'https://other.test/', enabled: false, extendedRetries: true }
    const response = await change(headers, webhook.id, changed)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({ ok: true, webhook: { ...webhook, ...changed } })
    expect(await list(headers)).toEqual([{ ...webhook, ...changed }])
  })

  test('behavior: omitted fields keep their values, and an empty update changes nothing', async () => {
    const { headers, wallet } = await aKey()
    const { secret: _, ...webhook } = (await create(headers)).json().webhook
    expect((await change(headers, webhook.id, {})).json().webhook).toEqual(webhook)
    expect(await auditOf(wallet)).toHaveLength(1)
    const off = (await change(headers, webhook.id, { enabled: false })).json().webhook
    expect(off).toEqual({ ...webhook, enabled: false })
  })

  test('error: returns 404 for an unknown webhook and one of another merchant', async () => {
    const [first, second] = [await aKey(), await aKey()]
    const { id } = (await create(first.headers)).json().webhook
    for (const [headers, name] of [
      [second.headers, id],
      [first.headers, 'whk_nothing'],
    ]) {
      const response = await change(headers, name, { enabled: false })
      expect(response.statusCode).toBe(404)
      expect(response.json()).toMatchObject({ error: 'not_found' })
    }
    expect(await list(first.headers)).toMatchObject([{ enabled: true }])
  })

  test('error: rejects an invalid URL', async () => {
    const { headers } = await aKey()
    const { id } = (await create(headers)).json().webhook
    expect((await change(headers, id, { url: 'shop.test' })).statusCode).toBe(400)
    expect(await list(headers)).toMatchObject([{ url }])
  })
})

describe('DELETE /api/webhooks/:id', () => {
  test('default', async () => {
    const { headers } = await aKey()
    const { id } = (await create(headers)).json().webhook
    const response = await remove(headers, id)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({ ok: true, id, deleted: true })
    expect(await list(headers)).toEqual([])
    expect((await remove(headers, id)).statusCode).toBe(404)
  })

  test('error: returns 404 for a webhook of another merchant', async () => {
    const [first, second] = [await aKey(), await aKey()]
    const { id } = (await create(first.headers)).json().webhook
    expect((await remove(second.headers, id)).statusCode).toBe(404)
    expect(await list(first.headers)).toHaveLength(1)
  })
})

describe('the audit log', () => {
  test('behavior: records who created, updated and deleted a webhook', async () => {
    const person: SignedIn = await signIn(app)
    const { apiKey, keyId } = await aDeveloper(app.ctx, { wallet: person.wallet })
    const { secret: _, ...webhook } = (await create(person.headers)).json().webhook
    const { id } = webhook
    await change({ 'x-api-key': apiKey }, id, { enabled: false })
    await remove(person.headers, id)
    const off = { ...webhook, enabled: false }
    const [actor, target] = [person.wallet, id]
    expect(await auditOf(person.wallet)).toEqual([
      { actor, action: 'webhook.created', target, before: null, after: webhook },
      { actor: keyId, action: 'webhook.changed', target, before: webhook, after: off },
      { actor, action: 'webhook.deleted', target, before: off, after: null },
    ])
    expect(await auditOf(aWallet())).toEqual([])
  })
})
