import { Type } from 'typebox'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aDeveloper } from '../../../../test/fixtures/factories.js'
import { createTestApp, type TestApp } from '../../../../test/harness.js'
import { developer } from '../../../auth/guards.js'
import { AppError } from '../../../lib/errors.js'
import type { HttpServer } from '../create-http-server.js'
import { newIdFor } from './claim-request.js'
import { pruneIdempotencyKeys } from './enforce-idempotency.js'

let app: TestApp
let other: Pick<TestApp, 'inject'>
const created: string[] = []

/** Adds a slow route that creates something or rejects, and one whose first call fails. */
function addRoutes(server: HttpServer): void {
  const body = Type.Object({ name: Type.String(), fails: Type.Optional(Type.Boolean()) })
  let breaks = true
  server.post(
    '/things',
    { config: { guard: developer(), idempotent: { withheld: ['secret'] } }, schema: { body } },
    async (request, reply) => {
      const id = newIdFor(app.ctx, { request, prefix: 'task' })
      await app.ctx.db.query('select pg_sleep(0.02)')
      created.push(id)
      if (request.body.fails) throw new AppError('conflict', 'Not this time')
      return reply.code(201).send({ id, name: request.body.name, secret: 'shown once' })
    },
  )
  server.post(
    '/broken-at-first',
    { config: { guard: developer(), idempotent: {} } },
    async (request, reply) => {
      created.push(newIdFor(app.ctx, { request, prefix: 'task' }))
      breaks = !breaks
      if (!breaks) throw new Error('after creating')
      return reply.code(201).send({ ok: true })
    },
  )
}

beforeAll(async () => {
  app = await createTestApp({ extraRoutes: addRoutes })
  other = await app.sibling()
})
afterAll(() => app.close())
beforeEach(() => {
  created.length = 0
})

const post = (
  apiKey: string,
  options: { key?: string; payload?: object; target?: Pick<TestApp, 'inject'>; url?: string } = {},
) =>
  (options.target ?? app).inject({
    method: 'POST',
    url: options.url ?? '/things',
    payload: options.payload ?? { name: 'Tea' },
    headers: { 'x-api-key': apiKey, ...(options.key && { 'idempotency-key': options.key }) },
  })

describe('enforceIdempotency', () => {
  test('default', async () => {
    const { apiKey } = await aDeveloper(app.ctx)
    const first = await post(apiKey, { key: 'k' })
    const second = await post(apiKey, { key: 'k', target: other })
    expect(first.json()).toEqual({ id: created[0], name: 'Tea', secret: 'shown once' })
    expect(second.statusCode).toBe(201)
    expect(second.json()).toEqual({ id: created[0], name: 'Tea', secret: null })
    expect(second.headers).toMatchObject({
      'idempotent-replayed': 'true',
      'content-type': 'application/json; charset=utf-8',
    })
    expect(first.headers['idempotent-replayed']).toBeUndefined()
    expect(created).toHaveLength(1)
  })

  test('behavior: creates one thing for 50 concurrent requests to two processes', async () => {
    const { apiKey } = await aDeveloper(app.ctx)
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        post(apiKey, { key: 'storm', target: index % 2 === 0 ? app : other }),
      ),
    )
    expect(created).toHaveLength(1)
    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([201]))
    // Only the first response contains the secret.
    const bodies = responses.map((response) => JSON.stringify({ ...response.json(), secret: null }))
    expect(new Set(bodies).size).toBe(1)
    expect(responses.filter((response) => response.json().secret !== null)).toHaveLength(1)
  })

  test('behavior: runs every request without a key', async () => {
    const { apiKey } = await aDeveloper(app.ctx)
    await post(apiKey)
    await post(apiKey)
    expect(new Set(created).size).toBe(2)
  })

  test('behavior: scopes keys by merchant', async () => {
    const [first, second] = [await aDeveloper(app.ctx), await aDeveloper(app.ctx)]
    await post(first.apiKey, { key: 'same' })
    const response = await post(second.apiKey, { key: 'same', payload: { name: 'Coffee' } })
    expect(response.statusCode).toBe(201)
    expect(created).toHaveLength(2)
  })

  test('behavior: allows a retry with the same key after a rejection', async () => {
    const { apiKey } = await aDeveloper(app.ctx)
    const payload = { name: 'Tea', fails: true }
    expect((await post(apiKey, { key: 'k', payload })).statusCode).toBe(409)
    expect((await post(apiKey, { key: 'k', payload })).statusCode).toBe(409)
    expect((await post(apiKey, { key: 'k' })).statusCode).toBe(201)
    expect(created).toHaveLength(3)
  })

  test('behavior: runs a failed request again with the same id', async () => {
    const { apiKey } = await aDeveloper(app.ctx)
    const attempt = () => post(apiKey, { key: 'k', url: '/broken-at-first' })
    expect((await attempt()).statusCode).toBe(500)
    expect((await attempt()).statusCode).toBe(201)
    expect(created).toHaveLength(2)
    expect(new Set(created).size).toBe(1)
  })

  test('behavior: does not use up the key on invalid input', async () => {
    const { apiKey } = await aDeveloper(app.ctx)
    expect((await post(apiKey, { key: 'k', payload: { name: 5 } })).statusCode).toBe(400)
    expect((await post(apiKey, { key: 'k' })).statusCode).toBe(201)
  })

  test('behavior: runs the request with the same id after the first process died', async () => {
    const { apiKey, wallet } = await aDeveloper(app.ctx)
    await post(apiKey, { key: 'k' })
    await app.ctx.db.query(
      `update idempotency_keys set status = null, body = null, leased_by = 'dead', leased_until = 0
       where owner = $1`,
      [wallet],
    )
    expect((await post(apiKey, { key: 'k', target: other })).statusCode).toBe(201)
    expect(created).toHaveLength(2)
    expect(new Set(created).size).toBe(1)
  })

  test('error: returns 409 when the key is used with another body', async () => {
    const { apiKey } = await aDeveloper(app.ctx)
    await post(apiKey, { key: 'k' })
    const response = await post(apiKey, { key: 'k', payload: { name: 'Coffee' } })
    expect(response.statusCode).toBe(409)
    expect(response.json()).toMatchObject({ error: 'idempotency_conflict' })
    expect((await post(apiKey, { key: 'k', url: '/things?x=1' })).statusCode).toBe(409)
    expect(created).toHaveLength(1)
  })

  test.each(['x'.repeat(256), 'a b', 'ä', ' '])('error: rejects the key %j', async (key) => {
    const { apiKey } = await aDeveloper(app.ctx)
    const response = await post(apiKey, { key })
    expect(response.json()).toMatchObject({ error: 'invalid_input' })
    expect(created).toHaveLength(0)
  })
})

describe('pruneIdempotencyKeys', () => {
  test('default: keeps a response for a day', async () => {
    const { apiKey } = await aDeveloper(app.ctx)
    const signal = new AbortController().signal
    await post(apiKey, { key: 'k' })
    app.ctx.clock.advance(24 * 3_600_000)
    await pruneIdempotencyKeys.run(app.ctx, signal)
    expect((await post(apiKey, { key: 'k' })).headers['idempotent-replayed']).toBe('true')
    app.ctx.clock.advance(1)
    await pruneIdempotencyKeys.run(app.ctx, signal)
    expect((await post(apiKey, { key: 'k' })).headers['idempotent-replayed']).toBeUndefined()
  })
})
