import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { type Receiver, raw, startReceiver } from '../../../test/fixtures/servers/receiver.js'
import { testCertificate } from '../../../test/fixtures/servers/tls-pair.js'
import { createPoster, type PosterOptions } from './post.js'

/** Represents a public IP address. */
const outside = '127.0.0.2'
const inside = '127.0.0.1'
const request = { headers: { 'content-type': 'application/json' }, body: '{"a":"ä"}' }
const shortDeadline = { deadlineMs: 300 }

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).toReversed()) await cleanUp()
})

function aPoster(options: Partial<PosterOptions> = {}) {
  const poster = createPoster({
    mode: 'sandbox',
    resolveHost: async () => [outside],
    maxSocketsPerHost: 8,
    isAllowed: (ip) => ip === outside,
    ca: testCertificate,
    ...options,
  })
  cleanups.push(poster.close)
  return poster
}

async function aReceiver(options: Parameters<typeof startReceiver>[0] = {}): Promise<Receiver> {
  const receiver = await startReceiver(options)
  cleanups.push(receiver.close)
  return receiver
}

/** Starts an internal server on the port of the external one. */
async function aVictim(options: { isSecure?: boolean } = {}) {
  const victim = await aReceiver({ ...options, address: inside })
  const receiver = await aReceiver({ ...options, port: victim.port })
  return { victim, receiver }
}

async function isClosed(socket: Socket | undefined): Promise<void> {
  if (!socket) throw new Error('there was no connection')
  if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve))
}

describe('createPoster', () => {
  test.each([true, false])('default: with TLS %s', async (isSecure) => {
    const receiver = await aReceiver({ isSecure })
    const { post } = aPoster()
    const outcome = await post({ url: receiver.url(), ...request })

    expect(outcome).toEqual({
      httpStatus: 200,
      error: null,
      response: { contentType: null, body: Buffer.from('ok'), isComplete: true },
      durationMs: expect.any(Number),
    })
    const [hit] = receiver.hits
    expect(hit?.body.toString()).toBe(request.body)
    expect(hit?.headers).toEqual({
      'content-type': 'application/json',
      'content-length': '10',
      host: `hooks.example.com:${receiver.port}`,
      connection: 'keep-alive',
    })
  })

  test('behavior: sends bytes unchanged', async () => {
    const receiver = await aReceiver()
    const body = Uint8Array.of(0, 255, 128, 13, 10)
    await aPoster().post({ url: receiver.url(), headers: {}, body })
    expect(receiver.hits[0]?.body).toEqual(Buffer.from(body))
  })

  test('behavior: ignores reserved headers of the caller', async () => {
    const receiver = await aReceiver()
    const headers = { Host: 'a.b', Expect: '100-continue', Cookie: 'a=b', 'Content-Length': '1' }
    const outcome = await aPoster().post({ url: receiver.url(), headers, body: 'abc' })

    expect(outcome.error).toBe(null)
    expect(receiver.hits[0]?.body.toString()).toBe('abc')
    expect(receiver.hits[0]?.headers.host).toBe(`hooks.example.com:${receiver.port}`)
    expect(receiver.hits[0]?.headers).not.toHaveProperty('expect')
    expect(receiver.hits[0]?.headers).not.toHaveProperty('cookie')
  })

  test.each([200, 201, 202, 204, 299])('behavior: counts %i as delivered', async (status) => {
    const receiver = await aReceiver()
    receiver.replyWith((_, response) => response.writeHead(status).end())
    const outcome = await aPoster().post({ url: receiver.url(), ...request })
    expect(outcome).toMatchObject({ httpStatus: status, error: null })
  })

  test.each([300, 301, 302, 303, 304, 307, 308, 400, 404, 410, 429, 500, 503])(
    'error: counts %i as failed and sends once',
    async (status) => {
      const { victim, receiver } = await aVictim()
      const location = victim.url(inside)
      receiver.replyWith((_, response) => response.writeHead(status, { location }).end())
      const poster = aPoster({ isAllowed: () => true })
      const outcome = await poster.post({ url: receiver.url(), ...request })

      expect(outcome).toMatchObject({ httpStatus: status, error: 'not_2xx' })
      expect(receiver.hits).toHaveLength(1)
      expect(victim.sockets).toHaveLength(0)
    },
  )
})

describe('createPoster, target addresses', () => {
  test('behavior: checks up the host once per post and uses that result', async () => {
    const { victim, receiver } = await aVictim()
    const hosts: string[] = []
    const { post } = aPoster({
      resolveHost: async (host) => (hosts.push(host) === 1 ? [outside] : [inside]),
    })
    const first = await post({ url: receiver.url(), ...request })
    const second = await post({ url: receiver.url(), ...request })

    expect([first.error, second.error]).toEqual([null, 'address_refused'])
    expect(hosts).toEqual(['hooks.example.com', 'hooks.example.com'])
    expect(receiver.hits).toHaveLength(1)
    expect(victim.sockets).toHaveLength(0)
  })

  test.each([
    [[outside, inside]],
    [[inside, outside]],
    [[inside]],
    [['::1']],
    [[outside, '::ffff:127.0.0.2']],
  ])('error: rejects a host with the address %j', async (addresses) => {
    const { victim, receiver } = await aVictim()
    const { post } = aPoster({ resolveHost: async () => addresses })
    const outcome = await post({ url: receiver.url(), ...request })

    expect(outcome).toMatchObject({ httpStatus: null, error: 'address_refused' })
    expect(receiver.sockets).toHaveLength(0)
    expect(victim.sockets).toHaveLength(0)
  })

  test.each([true, false])(
    'error: rejects a connection to another address, TLS %s',
    async (isSecure) => {
      const receiver = await aReceiver({ isSecure })
      let checks = 0
      const { post } = aPoster({ isAllowed: () => checks++ === 0 })
      expect(await post({ url: receiver.url(), ...request })).toMatchObject({
        httpStatus: null,
        error: 'address_refused',
      })
      expect(receiver.hits).toHaveLength(0)
    },
  )

  test('behavior: tries the next address when one is unreachable', async () => {
    const receiver = await aReceiver()
    const resolveHost = async () => ['127.0.0.3', outside]
    const { post } = aPoster({ resolveHost, isAllowed: () => true })
    expect(await post({ url: receiver.url(), ...request })).toMatchObject({ httpStatus: 200 })
  })

  test('behavior: accepts IP addresses as hosts', async () => {
    const receiver = await aReceiver({ isSecure: true })
    const { post } = aPoster({ resolveHost: () => Promise.reject(new Error('looked up')) })
    const url = receiver.url(outside)
    expect(await post({ url, ...request })).toMatchObject({ httpStatus: 200 })
    expect(await post({ url: url.replace(outside, inside), ...request })).toMatchObject({
      error: 'address_refused',
    })
  })

  test.each([
    'http://hooks.example.com/',
    'https://hooks.example.com:25/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://localhost/',
    'hooks',
  ])('error: rejects %s in live mode without a lookup', async (url) => {
    let lookups = 0
    const resolveHost = async () => [`127.0.0.${++lookups}`]
    const { post } = createPoster({ mode: 'live', resolveHost, maxSocketsPerHost: 8 })
    expect(await post({ url, ...request })).toMatchObject({ error: 'address_refused' })
    expect(lookups).toBe(0)
  })

  test.each([['127.0.0.1'], ['10.0.0.1'], ['169.254.169.254'], ['::1'], ['fd00::1']])(
    'error: rejects a host that resolves to %s in live mode',
    async (address) => {
      const resolveHost = async () => [address]
      const { post } = createPoster({ mode: 'live', resolveHost, maxSocketsPerHost: 8 })
      const outcome = await post({ url: 'https://hooks.example.com/', ...request })
      expect(outcome).toMatchObject({ httpStatus: null, error: 'address_refused' })
    },
  )

  test('behavior: allows any address in sandbox mode', async () => {
    const receiver = await aReceiver({ address: inside })
    const resolveHost = async () => [inside]
    const poster = createPoster({ mode: 'sandbox', resolveHost, maxSocketsPerHost: 8 })
    cleanups.push(poster.close)
    const outcome = await poster.post({ url: receiver.url('localhost'), ...request })
    expect(outcome).toMatchObject({ httpStatus: 200 })
  })
})

describe('createPoster, failures', () => {
  test.each([
    ['an error', () => Promise.reject(new Error('ENOTFOUND')), 'dns_failed'],
    ['nothing', async () => [], 'dns_failed'],
    ['silence', () => new Promise<never>(() => {}), 'timeout'],
  ])('error: reports %s from the name servers', async (_, resolveHost, error) => {
    const { post } = aPoster({ resolveHost, ...shortDeadline })
    const outcome = await post({ url: 'https://hooks.example.com/', ...request })
    expect(outcome).toMatchObject({ httpStatus: null, error })
    expect(outcome.durationMs).toBeLessThan(2_000)
  })

  test('error: reports a refused connection', async () => {
    const receiver = await startReceiver()
    await receiver.close()
    const outcome = await aPoster().post({ url: receiver.url(), ...request })
    expect(outcome).toMatchObject({ httpStatus: null, error: 'connection_refused' })
  })

  test.each([true, false])('error: reports a broken connection, TLS %s', async (isSecure) => {
    const receiver = await aReceiver({ isSecure })
    receiver.replyWith(({ socket }) => socket.destroy())
    const outcome = await aPoster().post({ url: receiver.url(), ...request })
    expect(outcome).toMatchObject({ httpStatus: null, error: 'connection_reset' })
    expect(receiver.hits).toHaveLength(1)
  })

  test('error: times out without a response', async () => {
    const receiver = await aReceiver()
    receiver.replyWith(() => {})
    const outcome = await aPoster(shortDeadline).post({ url: receiver.url(), ...request })
    expect(outcome).toMatchObject({ httpStatus: null, error: 'timeout' })
    expect(outcome.durationMs).toBeGreaterThanOrEqual(299)
    expect(outcome.durationMs).toBeLessThan(2_000)
    await isClosed(receiver.sockets[0])
  })

  test('error: reports a server without TLS', async () => {
    const silentServer = createServer((socket) => socket.on('error', () => {})).listen(0, outside)
    cleanups.push(() => silentServer.close())
    await once(silentServer, 'listening')
    const { port } = silentServer.address() as { port: number }
    const plainReceiver = await aReceiver()
    const { post } = aPoster(shortDeadline)
    const url = (at: number) => `https://hooks.example.com:${at}/`
    expect(await post({ url: url(port), ...request })).toMatchObject({ error: 'timeout' })
    expect(await post({ url: url(plainReceiver.port), ...request })).toMatchObject({
      error: 'tls_failed',
    })
  })

  test('error: rejects an untrusted certificate or one of another host', async () => {
    const receiver = await aReceiver({ isSecure: true })
    const poster = aPoster()
    const untrustingPoster = createPoster({
      mode: 'sandbox',
      resolveHost: async () => [outside],
      maxSocketsPerHost: 8,
    })
    cleanups.push(untrustingPoster.close)
    const failed = { httpStatus: null, error: 'tls_failed' }
    expect(await untrustingPoster.post({ url: receiver.url(), ...request })).toMatchObject(failed)
    const other = receiver.url('other.example.com')
    expect(await poster.post({ url: other, ...request })).toMatchObject(failed)
    expect(receiver.hits).toHaveLength(0)
  })

  test.each([
    ['no HTTP', raw('SSH-2.0-OpenSSH_9.7\r\n')],
    ['headers without end', raw(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(60_000)}\r\n\r\n`)],
    ['many headers', raw(`HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(5_000)}\r\n`)],
    ['endless informational responses', raw('HTTP/1.1 102 Processing\r\n\r\n'.repeat(5_000))],
  ])('error: reports %s', async (_, reply) => {
    const receiver = await aReceiver()
    receiver.replyWith(reply)
    const outcome = await aPoster().post({ url: receiver.url(), ...request })
    expect(outcome).toMatchObject({ httpStatus: null, error: 'bad_response' })
  })

  test('error: rejects endless informational responses', async () => {
    const receiver = await aReceiver()
    receiver.replyWith((_, response) => {
      const timer = setInterval(() => response.writeProcessing(), 50)
      response.on('close', () => clearInterval(timer))
    })
    const outcome = await aPoster(shortDeadline).post({ url: receiver.url(), ...request })
    expect(outcome).toMatchObject({ httpStatus: null, error: 'timeout' })
  })

  test('error: rejects an unrequested protocol upgrade', async () => {
    const receiver = await aReceiver()
    receiver.replyWith(
      raw('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n', {
        isEnd: false,
      }),
    )
    const outcome = await aPoster().post({ url: receiver.url(), ...request })
    expect(outcome).toMatchObject({ httpStatus: null, error: 'bad_response' })
    await isClosed(receiver.sockets[0])
  })

  test('error: reports an invalid header', async () => {
    const receiver = await aReceiver()
    const headers = { a: 'b\r\nx-admin: yes' }
    const outcome = await aPoster().post({ url: receiver.url(), headers, body: '' })
    expect(outcome).toMatchObject({ httpStatus: null, error: 'not_sendable' })
    expect(receiver.hits).toHaveLength(0)
  })

  test('behavior: accepts a few informational responses', async () => {
    const receiver = await aReceiver()
    receiver.replyWith((_, response) => {
      response.writeProcessing()
      response.writeEarlyHints({ link: '</a.css>; rel=preload' })
      response.end()
    })
    const outcome = await aPoster().post({ url: receiver.url(), ...request })
    expect(outcome).toMatchObject({ httpStatus: 200, error: null })
  })
})

describe('createPoster, response bodies', () => {
  test('behavior: stops reading a slow body', async () => {
    const receiver = await aReceiver()
    receiver.replyWith((_, response) => {
      const timer = setInterval(() => response.write('x'), 20)
      response.on('close', () => clearInterval(timer))
    })
    const outcome = await aPoster().post({ url: receiver.url(), ...request })
    expect(outcome).toMatchObject({ httpStatus: 200, error: null })
    expect(outcome.durationMs).toBeLessThan(2_000)
    await isClosed(receiver.sockets[0])
  })

  test('behavior: stops reading an endless body', async () => {
    const receiver = await aReceiver()
    const chunk = Buffer.alloc(65_536)
    receiver.replyWith((_, response) => {
      const write = (): unknown => {
        if (response.destroyed) return
        return response.write(chunk) ? setImmediate(write) : response.once('drain', write)
      }
      response.writeHead(503)
      write()
    })
    const outcome = await aPoster().post({ url: receiver.url(), ...request })
    expect(outcome).toMatchObject({ httpStatus: 503, error: 'not_2xx' })
    await isClosed(receiver.sockets[0])
    // At most what the system's buffers hold.
    expect(receiver.sockets[0]?.bytesWritten).toBeLessThan(16 * 2 ** 20)
  })

  test('behavior: ignores a body that breaks off', async () => {
    const receiver = await aReceiver()
    receiver.replyWith(raw('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nabc'))
    const outcome = await aPoster().post({ url: receiver.url(), ...request })
    expect(outcome).toMatchObject({ httpStatus: 200, error: null })
  })

  test('behavior: accepts a response before the request was fully sent', {
    tags: 'slow',
  }, async () => {
    const accepted: Socket[] = []
    const earlyServer = createServer((socket) => {
      accepted.push(socket.on('error', () => {}).pause())
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n')
    }).listen(0, outside)
    await once(earlyServer, 'listening')
    cleanups.push(() => earlyServer.close())
    const { port } = earlyServer.address() as { port: number }
    const body = new Uint8Array(64 * 2 ** 20)
    const url = `http://hooks.example.com:${port}/`
    const outcome = await aPoster().post({ url, headers: {}, body })

    expect(outcome).toMatchObject({ httpStatus: 200, error: null })
    await isClosed(accepted[0]?.resume())
    expect(accepted[0]?.bytesRead).toBeLessThan(body.length)
  })
})

describe('createPoster, connections', () => {
  const statuses = async (count: number, post: () => Promise<{ httpStatus: number | null }>) => {
    const statuses: (number | null)[] = []
    for (let index = 0; index < count; index += 1) statuses.push((await post()).httpStatus)
    return statuses
  }

  test.each([true, false])('behavior: reuses one connection, TLS %s', async (isSecure) => {
    const receiver = await aReceiver({ isSecure })
    const { post } = aPoster()
    const url = receiver.url()
    expect(await statuses(5, () => post({ url, ...request }))).toEqual([200, 200, 200, 200, 200])
    expect(receiver.sockets).toHaveLength(1)
  })

  test('behavior: does not reuse a connection for another host', async () => {
    const receiver = await aReceiver()
    const { post } = aPoster()
    await post({ url: receiver.url(), ...request })
    await post({ url: receiver.url('other.example.com'), ...request })
    expect(receiver.hits.map(({ headers }) => headers.host?.split(':')[0])).toEqual([
      'hooks.example.com',
      'other.example.com',
    ])
    expect(receiver.sockets).toHaveLength(2)
  })

  test('behavior: closes an idle connection after a second, or with the poster', {
    tags: 'slow',
  }, async () => {
    const receiver = await aReceiver()
    const poster = aPoster()
    await poster.post({ url: receiver.url(), ...request })
    await isClosed(receiver.sockets[0])
    await poster.post({ url: receiver.url(), ...request })
    poster.close()
    await isClosed(receiver.sockets[1])
    expect(receiver.sockets).toHaveLength(2)
  })

  test.each([true, false])(
    'error: does not retry on a broken connection, TLS %s',
    async (isSecure) => {
      const receiver = await aReceiver({ isSecure })
      const { post } = aPoster()
      await post({ url: receiver.url(), ...request })
      receiver.replyWith(({ socket }) => socket.destroy())
      const outcome = await post({ url: receiver.url(), ...request })
      expect(outcome).toMatchObject({ httpStatus: null, error: 'connection_reset' })
      expect(receiver.hits).toHaveLength(2)
    },
  )

  test.each([true, false])(
    'error: does not retry after the first byte, TLS %s',
    async (isSecure) => {
      const receiver = await aReceiver({ isSecure })
      const { post } = aPoster()
      await post({ url: receiver.url(), ...request })
      receiver.replyWith(raw('H'))
      const outcome = await post({ url: receiver.url(), ...request })
      expect(outcome).toMatchObject({ httpStatus: null, error: 'connection_reset' })
      expect(receiver.hits).toHaveLength(2)
    },
  )

  test('error: fails a post in flight when the poster is closed', async () => {
    const receiver = await aReceiver()
    const poster = aPoster()
    await poster.post({ url: receiver.url(), ...request })
    receiver.replyWith(() => poster.close())
    const outcome = await poster.post({ url: receiver.url(), ...request })
    expect(outcome).toMatchObject({ httpStatus: null, error: 'connection_reset' })
    expect(receiver.sockets).toHaveLength(1)
  })

  test('error: does not retry a connection that hangs until the deadline', async () => {
    const receiver = await aReceiver()
    const { post } = aPoster(shortDeadline)
    await post({ url: receiver.url(), ...request })
    receiver.replyWith(() => {})
    const outcome = await post({ url: receiver.url(), ...request })
    expect(outcome).toMatchObject({ httpStatus: null, error: 'timeout' })
    expect(receiver.hits).toHaveLength(2)
  })
})
