import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDeveloper } from '../../test/fixtures/factories.js'
import { listen } from '../../test/fixtures/servers/event-listener.js'
import { createTestApp, type TestApp } from '../../test/harness.js'
import { signIn } from '../../test/sign-in.js'
import { anyOf, developer, session } from './guards.js'
import { revokeDeveloperKey } from './keys/key-store.js'
import { deleteMember } from './merchants/member-store.js'
import { streamWhileAdmitted } from './stream-while-admitted.js'

let app: TestApp
let other: Awaited<ReturnType<TestApp['sibling']>>
let base: string
beforeAll(async () => {
  app = await createTestApp({
    extraRoutes(server) {
      const guard = anyOf(developer({ scope: 'receipts:read' }), session({ may: 'receipts:read' }))
      server.get('/slow', { config: { guard } }, async (request, reply) => {
        const chunks = writeSlowly(20)
        return reply
          .type('text/csv')
          .send(streamWhileAdmitted(request, { may: 'receipts:read', chunks }) as never)
      })
    },
  })
  other = await app.sibling()
  await app.server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.server.address() as { port: number }
  base = `http://127.0.0.1:${port}`
})
afterAll(() => app.close())

/** Takes longer than any test waits. */
async function* writeSlowly(seconds: number): AsyncGenerator<string> {
  for (let part = 0; part < seconds * 10; part += 1) {
    yield `part ${part}\n`
    await sleep(100)
  }
}

/** Receives the file. Returns how long it took, and whether it was complete. */
async function receive(path: string, headers: Record<string, string>) {
  const { body } = await fetch(`${base}${path}`, { headers })
  const reader = body?.getReader()
  await reader?.read()
  return {
    async end(): Promise<{ isComplete: boolean; ms: number }> {
      const startedAt = performance.now()
      const finish = (isComplete: boolean) => ({ isComplete, ms: performance.now() - startedAt })
      try {
        while (!(await reader?.read())?.done);
        return finish(true)
      } catch {
        return finish(false)
      }
    },
  }
}

describe('a file breaks off within two seconds', () => {
  const expected = { isComplete: false, ms: expect.toSatisfy((ms: number) => ms < 2_000) }

  test('behavior: when another process ends the session', { tags: 'slow' }, async () => {
    const { cookie, headers } = await signIn(app)
    const file = await receive('/slow', { cookie })
    const url = '/api/auth/logout'
    expect((await other.inject({ method: 'POST', url, headers })).statusCode).toBe(200)
    expect(await file.end()).toEqual(expected)
  })

  test('behavior: when the person leaves the merchant', { tags: 'slow' }, async () => {
    const { wallet, cookie } = await signIn(app)
    const file = await receive('/slow', { cookie })
    await deleteMember(app.ctx.db, { merchant: wallet, person: wallet })
    expect(await file.end()).toEqual(expected)
  })

  test('behavior: when the key is revoked', { tags: 'slow' }, async () => {
    const { apiKey, keyId: id, wallet: merchant } = await aDeveloper(app.ctx)
    const file = await receive('/slow', { 'x-api-key': apiKey })
    await revokeDeveloperKey(app.ctx.db, { merchant, id, revokedAt: app.ctx.now() })
    const { isComplete, ms } = await file.end()
    expect(isComplete).toBe(false)
    // Another process may know the key for two seconds.
    expect(ms).toBeLessThan(4_000)
  })
})

test('behavior: event streams end within two seconds of the end of a session', {
  tags: 'slow',
}, async () => {
  const { cookie, headers } = await signIn(app)
  const listener = await listen(`${base}/api/events/stream`, { cookie })
  expect(listener.status).toBe(200)
  const startedAt = performance.now()
  await other.inject({ method: 'POST', url: '/api/auth/logout', headers })
  await listener.ended
  expect(performance.now() - startedAt).toBeLessThan(2_000)
})
