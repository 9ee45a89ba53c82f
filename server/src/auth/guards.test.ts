import { Type } from 'typebox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDeveloper } from '../../test/factories.js'
import { createTestContext, type TestContext } from '../../test/harness.js'
import { createHttpServer } from '../platform/http/create-http-server.js'
import { anyone, developer, developerOf, enforceGuards } from './guards.js'

let ctx: TestContext
let server: ReturnType<typeof createHttpServer>['server']
beforeAll(async () => {
  ctx = await createTestContext()
  server = createHttpServer(ctx).server
  enforceGuards(server, ctx)
  const body = Type.Object({ name: Type.String() })
  server.post(
    '/items',
    { config: { guard: developer({ scope: 'inventory:write' }) }, schema: { body } },
    async (request) => ({ wallet: developerOf(request).wallet }),
  )
  server.get('/open', { config: { guard: anyone } }, async (request) => ({
    developer: request.developer,
  }))
  await server.ready()
})
afterAll(async () => {
  await server.close()
  await ctx.close()
})

const post = (apiKey: string | null, payload: object = { name: 'Tea' }) =>
  server.inject({
    method: 'POST',
    url: '/items',
    payload,
    headers: apiKey === null ? {} : { 'x-api-key': apiKey },
  })

describe('enforceGuards', () => {
  test('default', async () => {
    const { apiKey, wallet } = await aDeveloper(ctx)
    const response = await post(apiKey)
    expect(response.json()).toEqual({ wallet })
  })

  test('behavior: who is calling is asked before what is said', async () => {
    const response = await post(null, { name: 5 })
    expect(response.statusCode).toBe(401)
  })

  test('behavior: an open route knows no caller, whatever is sent', async () => {
    const { apiKey } = await aDeveloper(ctx)
    const response = await server.inject({ url: '/open', headers: { 'x-api-key': apiKey } })
    expect(response.json()).toEqual({ developer: null })
  })

  test('behavior: a bearer token counts only where the route says so', async () => {
    const { apiKey } = await aDeveloper(ctx)
    const response = await server.inject({
      method: 'POST',
      url: '/items',
      payload: { name: 'Tea' },
      headers: { authorization: `Bearer ${apiKey}` },
    })
    expect(response.statusCode).toBe(401)
  })

  test('error: the scope is missing', async () => {
    const { apiKey } = await aDeveloper(ctx, { scopes: ['inventory:read'] })
    const response = await post(apiKey)
    expect(response.statusCode).toBe(403)
    expect(response.json()).toEqual({
      error: 'forbidden',
      message: 'This key lacks the scope inventory:write',
      requiredScope: 'inventory:write',
    })
  })

  test('error: a revoked key', async () => {
    const { apiKey, keyId } = await aDeveloper(ctx)
    await ctx.db.query('update developer_keys set revoked_at = 1 where id = $1', [keyId])
    const response = await post(apiKey)
    expect(response.statusCode).toBe(401)
  })

  test('error: a route that states no guard does not start', () => {
    const fresh = createHttpServer(ctx).server
    enforceGuards(fresh, ctx)
    expect(() => fresh.get('/forgotten', async () => ({}))).toThrow('/forgotten states no guard')
  })
})
