// @module-tag slow
import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { anEvent, publish } from '../../../test/fixtures/event.js'
import { aDeveloper, aWallet } from '../../../test/fixtures/factories.js'
import { type Listener, listen } from '../../../test/fixtures/servers/event-listener.js'
import { createTestApp, type TestApp } from '../../../test/harness.js'
import { signIn } from '../../../test/sign-in.js'
import { merchantOf } from '../../auth/caller.js'
import { anyOf, anyone, developer, session } from '../../auth/guards.js'
import { revokeDeveloperKey } from '../../auth/keys/key-store.js'
import { deleteMember } from '../../auth/merchants/member-store.js'
import { endSessions } from '../../auth/sessions/session-store.js'
import type { Address } from '../../lib/hex.js'
import type { Context } from '../../platform/context.js'
import type { Db } from '../../platform/db/db.js'
import { StoreUnavailable } from '../../platform/db/store-unavailable.js'
import { insertEvents } from './event-store.js'
import { createEventStreams, type EventStreams, type StreamOptions } from './event-streams.js'

let app: TestApp
let base: string
let failure: Error | null = null
let questions = 0
let pieces = 0
const all: EventStreams[] = []

/** Streams with low limits and short timeouts, beside those of the app. */
beforeAll(async () => {
  app = await createTestApp({
    environment: { TRUSTED_PROXIES: '127.0.0.1' },
    extraRoutes(server, ctx) {
      const query: Db['query'] = (sql, params) => {
        questions += 1
        if (sql.includes('from events')) pieces += 1
        if (failure) return Promise.reject(failure)
        return ctx.db.query(sql, params)
      }
      const watched = { ...ctx, db: { ...ctx.db, query } }
      const add = (path: string, options: StreamOptions, context: Context = watched) => {
        const streams = createEventStreams(context, { pollMs: 20, ...options })
        all.push(streams)
        server.addHook('preClose', () => streams.close())
        server.get(`${path}/:merchant`, { config: { guard: anyone() } }, async (request, reply) => {
          const { merchant } = request.params as { merchant: Address }
          const { after } = request.query as { after?: string }
          const from = { merchant, after: after === undefined ? null : Number(after) }
          await streams.open(from, { request, reply })
          return reply
        })
        return streams
      }
      add('/small', { keepAliveMs: 30, max: { merchant: 3, platform: 5 } })
      const live = { ...watched, config: { ...ctx.config, mode: 'live' as const } }
      const few = { max: { platform: 5 }, maxOfNew: { network: 2, platform: 3 } }
      add('/busy', few, live)
      add('/calm', { keepAliveMs: 60_000 })
      add('/short', { endsAfterMs: 50 })
      const strict = add('/strict', { admittedMs: 20, keepAliveMs: 60_000 })
      const guard = anyOf(developer(), session({ may: 'receipts:read' }))
      server.get('/admitted', { config: { guard } }, async (request, reply) => {
        await strict.open({ merchant: merchantOf(request), after: null }, { request, reply })
        return reply
      })
    },
  })
  await app.server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.server.address() as { port: number }
  base = `http://127.0.0.1:${port}`
})
afterAll(() => app.close())

const opened: Listener[] = []
async function open(path: string, headers: Record<string, string> = {}): Promise<Listener> {
  const listener = await listen(`${base}${path}`, headers)
  opened.push(listener)
  return listener
}

/** Waits until all closed streams are removed. */
const settle = () =>
  expect.poll(() => all.map((stream) => stream.count())).toEqual(all.map(() => 0))

afterEach(async () => {
  failure = null
  for (const listener of opened.splice(0)) listener.leave()
  await settle()
})

const numbersOf = ({ events }: Listener) => events.map(({ id }) => Number(id))

describe('GET /api/events/stream', () => {
  test('default', async () => {
    const { apiKey, wallet: merchant } = await aDeveloper(app.ctx)
    await publish(app.ctx, { merchant })
    const listener = await open('/api/events/stream', { 'x-api-key': apiKey })
    expect(listener.status).toBe(200)
    expect(listener.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    })
    const [event] = await publish(app.ctx, { merchant })
    expect(await listener.until(1)).toEqual({
      event: 'receipt.status_updated',
      id: '2',
      data: { id: event?.id, createdAt: app.ctx.now(), ...JSON.parse(event?.body ?? '') },
    })
    expect(listener.body()).toContain('retry: 2000\n\n')
  })

  test('behavior: resumes after Last-Event-ID, or after the query parameter', async () => {
    const { apiKey, wallet: merchant } = await aDeveloper(app.ctx)
    await publish(app.ctx, { merchant, count: 4 })
    const stream = (query: string, headers = {}) =>
      open(`/api/events/stream${query}`, { 'x-api-key': apiKey, ...headers })
    const fromStart = await stream('?after=0')
    const later = await stream('?after=2')
    const back = await stream('?after=2', { 'last-event-id': '3' })
    await Promise.all([fromStart.until(4), later.until(2), back.until(1)])
    expect([fromStart, later, back].map(numbersOf)).toEqual([[1, 2, 3, 4], [3, 4], [4]])
  })

  test.each([
    ['?after=x', {}],
    ['?after=x', { 'last-event-id': '1' }],
    ['', { 'last-event-id': 'x' }],
  ])('error: %s %j', async (query, headers) => {
    const { apiKey } = await aDeveloper(app.ctx)
    const url = `/api/events/stream${query}`
    const response = await app.inject({ url, headers: { 'x-api-key': apiKey, ...headers } })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ error: 'invalid_input' })
  })

  test('error: rejects HEAD, which would never end', async () => {
    const { apiKey } = await aDeveloper(app.ctx)
    const headers = { 'x-api-key': apiKey }
    const response = await app.inject({ method: 'HEAD', url: '/api/events/stream', headers })
    expect(response.statusCode).toBe(405)
  })

  test('error: rejects streams beyond the limit per merchant', async () => {
    const { apiKey, wallet: merchant } = await aDeveloper(app.ctx)
    const headers = { 'x-api-key': apiKey }
    for (let count = 0; count < 10; count += 1) await open('/api/events/stream', headers)
    const response = await app.inject({ url: '/api/events/stream', headers })
    expect(response.statusCode).toBe(429)
    expect(response.json()).toMatchObject({
      error: 'rate_limited',
      resetAt: app.ctx.now() + 60_000,
    })
    await publish(app.ctx, { merchant })
    expect((await opened.at(-1)?.until(1))?.id).toBe('1')
  })

  test('behavior: ends when the service stops', async () => {
    const second = await createTestApp()
    await second.server.listen({ port: 0, host: '127.0.0.1' })
    const { port } = second.server.server.address() as { port: number }
    const { apiKey } = await aDeveloper(second.ctx)
    const address = `http://127.0.0.1:${port}/api/events/stream`
    const listener = await listen(address, { 'x-api-key': apiKey })
    const startedAt = performance.now()
    await second.close()
    await listener.ended
    expect(performance.now() - startedAt).toBeLessThan(5_000)
  })
})

describe('createEventStreams', () => {
  test('behavior: streams only the events of its own merchant', async () => {
    const [first, second] = [aWallet(), aWallet()]
    const listeners = [await open(`/calm/${first}`), await open(`/calm/${first}`)]
    const apart = await open(`/calm/${second}`)
    await publish(app.ctx, { merchant: first, count: 2 })
    await publish(app.ctx, { merchant: second })
    await Promise.all([...listeners.map((listener) => listener.until(2)), apart.until(1)])
    expect([...listeners, apart].map(numbersOf)).toEqual([[1, 2], [1, 2], [1]])
  })

  test('behavior: streams everything once and in order under concurrent publishing', async () => {
    const merchant = aWallet()
    const listener = await open(`/calm/${merchant}`)
    await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        publish(app.ctx, { merchant, count: 1 + (index % 5) }),
      ),
    )
    await listener.until(90)
    expect(numbersOf(listener)).toEqual(Array.from({ length: 90 }, (_, index) => index + 1))
  })

  test('behavior: a slow reader misses nothing', async () => {
    const merchant = aWallet()
    const body = JSON.stringify({ event: 'x', text: 'x'.repeat(100_000) })
    const events = Array.from({ length: 100 }, () => anEvent(app.ctx, { merchant, body }))
    await app.ctx.db.transaction((tx) => insertEvents(tx, events))

    pieces = 0
    const { port } = new URL(base)
    const socket = connect(Number(port), '127.0.0.1')
    socket.pause()
    socket.write(`GET /calm/${merchant}?after=0 HTTP/1.1\r\nhost: localhost\r\n\r\n`)
    // Until its buffers are full and no more events are read for it.
    await vi.waitFor(async () => {
      const before = { pieces, questions }
      await expect.poll(() => questions).toBeGreaterThan(before.questions + 5)
      expect(pieces).toBe(before.pieces)
    }, 30_000)
    expect(pieces).toBeGreaterThan(0)
    let text = ''
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
    socket.resume()
    const listIds = () => [...text.matchAll(/^id: (\d+)$/gm)].map(([, no]) => Number(no))
    await expect.poll(() => listIds()).toHaveLength(100)
    expect(listIds()).toEqual(Array.from({ length: 100 }, (_, index) => index + 1))
    socket.destroy()
  })

  test('behavior: a short database outage only delays events', async () => {
    const merchant = aWallet()
    const listener = await open(`/calm/${merchant}`)
    failure = new StoreUnavailable({ mayHaveCommitted: false })
    await publish(app.ctx, { merchant, count: 3 })
    await new Promise((resolve) => setTimeout(resolve, 100))
    failure = null
    await listener.until(3)
    expect(numbersOf(listener)).toEqual([1, 2, 3])
  })

  describe('ends when the caller loses', () => {
    test('behavior: the key', async () => {
      const { apiKey, keyId: id, wallet: merchant } = await aDeveloper(app.ctx)
      const listener = await open('/admitted', { 'x-api-key': apiKey })
      await publish(app.ctx, { merchant })
      await listener.until(1)
      await revokeDeveloperKey(app.ctx.db, { merchant, id, revokedAt: app.ctx.now() })
      await listener.ended
    })

    test('behavior: the session', async () => {
      const { wallet, cookie } = await signIn(app)
      const listener = await open('/admitted', { cookie })
      await publish(app.ctx, { merchant: wallet })
      await listener.until(1)
      await endSessions(app.ctx.db, { person: wallet, id: null, endedAt: app.ctx.now() })
      await listener.ended
    })

    test('behavior: the role', async () => {
      const { wallet, cookie } = await signIn(app)
      const listener = await open('/admitted', { cookie })
      await publish(app.ctx, { merchant: wallet })
      await listener.until(1)
      await deleteMember(app.ctx.db, { merchant: wallet, person: wallet })
      await listener.ended
    })
  })

  describe('when throwaway wallets open many streams', () => {
    const from = (ip: string) => ({ 'x-forwarded-for': ip })

    test('error: rejects more from their network address', async () => {
      for (let count = 0; count < 2; count += 1) await open(`/busy/${aWallet()}`, from('192.0.2.1'))
      const refused = await open(`/busy/${aWallet()}`, from('192.0.2.1'))
      await refused.ended
      expect(refused.status).toBe(429)
      expect(JSON.parse(refused.body())).toEqual({
        error: 'rate_limited',
        message: 'Your network address has 2 open streams, the maximum. Close one first.',
        limit: 'new-merchant-streams',
        resetAt: app.ctx.now() + 60_000,
      })
      expect((await open(`/busy/${aWallet()}`, from('192.0.2.2'))).status).toBe(200)
    })

    test('behavior: an established merchant can open one, from any network address', async () => {
      const { wallet: merchant } = await aDeveloper(app.ctx)
      for (const ip of ['192.0.2.1', '192.0.2.1', '192.0.2.2']) {
        expect((await open(`/busy/${aWallet()}`, from(ip))).status).toBe(200)
      }
      const refused = await open(`/busy/${aWallet()}`, from('192.0.2.3'))
      expect(refused.status).toBe(503)
      const listener = await open(`/busy/${merchant}`, from('192.0.2.1'))
      await publish(app.ctx, { merchant })
      expect((await listener.until(1)).id).toBe('1')
    })
  })

  test('behavior: skips pruned events', async () => {
    const merchant = aWallet()
    await publish(app.ctx, { merchant, count: 120 })
    await app.ctx.db.query('delete from events where merchant = $1 and no <= 119', [merchant])
    const listener = await open(`/calm/${merchant}?after=0`)
    await listener.until(1)
    await app.ctx.db.query('delete from events where merchant = $1', [merchant])
    await publish(app.ctx, { merchant })
    await listener.until(2)
    expect(numbersOf(listener)).toEqual([120, 121])
  })

  test('behavior: sends no queries without listeners', async () => {
    await settle()
    // A query that has begun may still end.
    await new Promise((resolve) => setTimeout(resolve, 100))
    const before = questions
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(questions).toBe(before)
  })

  test('behavior: sends keep-alive lines when there are no events', async () => {
    const listener = await open(`/small/${aWallet()}`)
    const before = listener.comments()
    await expect.poll(() => listener.comments()).toBeGreaterThan(before + 2)
  })

  test('behavior: ends after its maximum duration', async () => {
    const merchant = aWallet()
    const listener = await open(`/short/${merchant}`)
    await listener.ended
    expect(listener.status).toBe(200)
  })

  test('error: rejects streams beyond the limit per process', async () => {
    for (let count = 0; count < 5; count += 1) await open(`/small/${aWallet()}`)
    const refused = await open(`/small/${aWallet()}`)
    await refused.ended
    expect(refused.status).toBe(503)
    expect(refused.headers['retry-after']).toBe('5')
    expect(JSON.parse(refused.body())).toMatchObject({ error: 'too_many_streams' })
  })

  test('error: a rejected stream does not count toward the limit', async () => {
    const merchant = aWallet()
    failure = new StoreUnavailable({ mayHaveCommitted: false })
    for (let count = 0; count < 6; count += 1) {
      const refused = await open(`/small/${merchant}`)
      await refused.ended
      expect(refused.status).toBe(500)
    }
    failure = null
    expect((await open(`/small/${merchant}`)).status).toBe(200)
  })
})
