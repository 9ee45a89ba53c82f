import { connect, type Socket } from 'node:net'
import Fastify, { type onSendHookHandler } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createRecordingLog } from '../../../../test/harness.js'
import { testConfig } from '../../../../test/test-config.js'
import { unixMs } from '../../../lib/time.js'
import { createMetrics } from '../../metrics.js'
import { createHttpServer, type HttpServer } from '../create-http-server.js'
import { encodeResponses, limitResponses } from './limit-responses.js'

/** More than the buffers of the system take on behalf of a client that does not read. */
const large = 'x'.repeat(12_000_000)
const max = { network: 20_000_000, platform: 60_000_000 }

let server: HttpServer
let port = 0
/** Counts the calls of the handler of large responses. */
let handlerCalls = 0
/** Resolves for all requests of a page at the same time. */
let sharing: Promise<unknown> | null = null
const sockets: Socket[] = []

async function start(stallMs: number): Promise<void> {
  const { log: rootLog } = createRecordingLog()
  const config = { ...testConfig({ TRUSTED_PROXIES: '127.0.0.1' }), mode: 'live' as const }
  server = createHttpServer({ config, rootLog, metrics: createMetrics() }).server
  limitResponses(server, { config, now: () => unixMs(1_000) }, { stallMs, max })
  handlerCalls = 0
  sharing = null
  server.get('/large', async (_request, reply) => {
    handlerCalls += 1
    return reply.headers({ etag: '"a"', 'cache-control': 'public' }).type('text/plain').send(large)
  })
  server.post('/large', async (_request, reply) => reply.type('text/plain').send(large))
  const texts = Array.from({ length: 100 }, () => 'x'.repeat(1_000))
  server.get('/shared', async () => {
    sharing ??= new Promise((resolve) => setTimeout(resolve, 200))
    await sharing
    return { texts }
  })
  server.get('/small', async () => ({ ok: true }))
  await server.listen({ port: 0, host: '127.0.0.1' })
  port = (server.server.address() as { port: number }).port
}

beforeEach(() => start(60_000))
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  server.server.closeAllConnections()
  await server.close()
})

/**
 * Requests a URL and reads only the first bytes of the response. Returns its head and whether the
 * connection is open.
 */
async function ask(network: string, { url = '/large', method = 'GET' } = {}) {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  let isClosed = false
  socket.on('error', () => {})
  socket.once('close', () => {
    isClosed = true
  })
  socket.write(
    `${method} ${url} HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: ${network}\r\n\r\n`,
  )
  const head = await new Promise<string>((resolve) => {
    socket.once('data', (chunk) => {
      socket.pause()
      resolve(chunk.toString('latin1').slice(0, 2_000))
    })
    socket.once('close', () => resolve(''))
  })
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1] ?? -1)
  return { status, head, socket, isClosed: () => isClosed }
}

/** Whether the server still has a connection of this socket. */
const openConnections = () =>
  new Promise<number>((resolve) => server.server.getConnections((_, count) => resolve(count)))

describe('limitResponses', () => {
  test('default: refuses a network address that does not read what it has', async () => {
    expect((await ask('203.0.113.1')).status).toBe(200)
    const refused = await ask('203.0.113.1')
    expect(refused.status).toBe(429)
    expect(refused.head).toContain('"limit":"response-bytes"')
    expect(refused.head).toContain('"error":"rate_limited"')
    expect(refused.head).toContain('cache-control: no-store')
    expect(refused.head).not.toContain('etag')
    expect((await ask('203.0.113.1', { url: '/small' })).status).toBe(200)
    expect((await ask('203.0.113.2')).status).toBe(200)
  })

  test('behavior: frees what was read, and what a client left behind', async () => {
    for (const leave of [
      (socket: Socket) => socket.resume(),
      (socket: Socket) => socket.destroy(),
    ]) {
      const first = await ask('203.0.113.1')
      expect((await ask('203.0.113.1')).status).toBe(429)
      leave(first.socket)
      await expect.poll(async () => (await ask('203.0.113.1')).status).toBe(200)
      for (const socket of sockets.splice(0)) socket.destroy()
      await expect.poll(openConnections).toBe(0)
    }
  })

  test('behavior: a site of IPv6 shares a part of the total', async () => {
    const statuses: number[] = []
    for (let network = 1; network <= 3; network += 1) {
      statuses.push((await ask(`2001:db8:1:${network}::1`)).status)
    }
    expect(statuses).toEqual([200, 429, 429])
    expect((await ask('2001:db8:2:1::1')).status).toBe(200)
  })

  test('behavior: beyond the total, the address that holds most loses its oldest response', async () => {
    const first = await ask('203.0.113.1', { method: 'POST' })
    await ask('203.0.113.1', { method: 'POST' })
    for (const last of [2, 3, 4]) expect((await ask(`203.0.113.${last}`)).status).toBe(200)
    expect((await ask('203.0.113.5')).status).toBe(200)
    first.socket.resume()
    await expect.poll(first.isClosed).toBe(true)
  })

  test('behavior: refuses further requests for the same route without any work', async () => {
    const statuses: number[] = []
    for (let network = 1; network <= 6; network += 1) {
      statuses.push((await ask(`2001:db8:1:${network}::1`)).status)
    }
    expect(statuses).toEqual([200, 429, 429, 429, 429, 429])
    // The first response was sent. The second was refused when its size was known.
    expect(handlerCalls).toBe(2)
    expect((await ask('2001:db8:1:1::1', { url: '/small' })).status).toBe(200)
    for (const socket of sockets.splice(0)) socket.destroy()
    await expect.poll(async () => (await ask('2001:db8:1:9::1')).status).toBe(200)
  })

  test('behavior: responses that end in one turn do not count before they are sent', async () => {
    const url = `http://127.0.0.1:${port}/shared`
    // Together they have more bytes than the address may have, and than all may have.
    const responses = await Promise.all(
      Array.from({ length: 650 }, () =>
        fetch(url, { headers: { 'x-forwarded-for': '203.0.113.1' } }),
      ),
    )
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
    for (const response of responses)
      expect((await response.text()).length).toBeGreaterThan(100_000)
  })

  test('behavior: a response to a write is never withheld', async () => {
    for (let count = 0; count < 3; count += 1) {
      expect((await ask('203.0.113.1', { method: 'POST' })).status).toBe(200)
    }
  })

  test('behavior: unread responses to writes are limited too, the oldest ends first', async () => {
    const lookups: Awaited<ReturnType<typeof ask>>[] = []
    for (let count = 0; count < 6; count += 1) {
      lookups.push(await ask('203.0.113.1', { method: 'POST' }))
    }
    await expect.poll(openConnections).toBe(1)
    lookups.at(-1)?.socket.resume()
    await expect.poll(() => lookups.at(-1)?.socket.bytesRead).toBeGreaterThan(large.length)
    expect((await ask('203.0.113.1')).status).toBe(200)
  })

  test('behavior: destroys a response without progress, and not a slow one', async () => {
    await server.close()
    await start(300)
    const stalled = await ask('203.0.113.1')
    const slow = await ask('203.0.113.2')
    const reading = setInterval(
      () => slow.socket.resume() && setTimeout(() => slow.socket.pause(), 5),
      50,
    )
    await expect.poll(openConnections).toBe(1)
    expect(slow.isClosed()).toBe(false)
    clearInterval(reading)
    stalled.socket.resume()
    await expect.poll(stalled.isClosed).toBe(true)
  })
})

describe('encodeResponses', () => {
  /** Returns the payload that the hooks of a route see before and after it is encoded. */
  async function encode(payload: unknown): Promise<{ before: unknown; after: unknown }> {
    const app = Fastify()
    const payloads: unknown[] = []
    const see: onSendHookHandler = (_request, _reply, sent, done) => {
      payloads.push(sent)
      done(null, sent)
    }
    app.addHook('onSend', see)
    encodeResponses(app)
    app.addHook('onRoute', (route) => {
      route.onSend = [route.onSend ?? [], see].flat()
    })
    app.get('/', async (_request, reply) => reply.type('text/plain').send(payload))
    const response = await app.inject('/')
    expect(response.rawPayload).toEqual(Buffer.from(payload as string))
    await app.close()
    return { before: payloads[0], after: payloads[1] }
  }

  test('default: a large text becomes bytes, after other hooks have read it', async () => {
    const text = '長'.repeat(6_000)
    expect(await encode(text)).toEqual({ before: text, after: Buffer.from(text) })
  })

  test('behavior: a text that is small in any characters stays a text', async () => {
    expect((await encode('x'.repeat(5_461))).after).toBeTypeOf('string')
    expect((await encode('長'.repeat(5_462))).after).toBeInstanceOf(Buffer)
  })

  test('behavior: bytes stay as they are', async () => {
    const content = Buffer.alloc(20_000, 'x')
    expect((await encode(content)).after).toBe(content)
  })
})
