import dns from 'node:dns'
import { once } from 'node:events'
import { connect } from 'node:net'
import { Type } from 'typebox'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createRecordingLog } from '../../../test/harness.js'
import { testConfig } from '../../../test/test-config.js'
import { AppError } from '../../lib/errors.js'
import { StoreUnavailable } from '../db/store-unavailable.js'
import { createMetrics, readMetrics } from '../metrics.js'
import { createHttpServer } from './create-http-server.js'

const { log: rootLog, lines } = createRecordingLog()
const metrics = createMetrics()
const { server, routes } = createHttpServer({ config: testConfig(), rootLog, metrics })
let port = 0

beforeAll(async () => {
  const body = Type.Object({ qty: Type.Number({ minimum: 1 }), note: Type.Optional(Type.String()) })
  const response = { 200: Type.Any() }
  server.post('/echo', { schema: { body, response } }, async (request) => request.body)
  server.delete('/echo', { schema: { response } }, async (request) => ({
    body: request.body ?? null,
  }))
  server.get('/items/:id', { schema: { response } }, async (request) => request.params)
  server.get('/bug', { schema: { response } }, async () => {
    throw new Error('select * from secrets failed')
  })
  server.get('/refused', { schema: { response } }, async () => {
    throw new AppError('forbidden', 'Not yours', { fields: { requiredScope: 'inventory:read' } })
  })
  const config = { errorFields: { success: false, error: 'hidden' } }
  server.post('/family', { config, schema: { body, response } }, async () => {
    throw new AppError('forbidden', 'Not yours')
  })
  server.get('/away', { schema: { response } }, async () => {
    throw new StoreUnavailable({ mayHaveCommitted: false })
  })
  await server.listen({ port: 0, host: '127.0.0.1' })
  port = (server.server.address() as { port: number }).port
})
afterAll(() => server.close())

const post = (payload: string | object, headers: Record<string, string> = {}) =>
  server.inject({
    method: 'POST',
    url: '/echo',
    payload,
    headers: { 'content-type': 'application/json', ...headers },
  })

describe('errorFields', () => {
  test('behavior: every error of the route has them, below its code and message', async () => {
    const call = async (payload: object) =>
      (await server.inject({ method: 'POST', url: '/family', payload })).json()
    expect(await call({ qty: 1 })).toEqual({
      success: false,
      error: 'forbidden',
      message: 'Not yours',
    })
    expect(await call({})).toEqual({
      success: false,
      error: 'invalid_input',
      message: expect.any(String),
    })
  })
})

describe('bodies', () => {
  test('default', async () => {
    const response = await post({ qty: 2, unknown: true })
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({ qty: 2, unknown: true })
  })

  test.each([
    ['a number in quotes', '{"qty":"2"}'],
    ['a missing field', '{}'],
    ['out of range', '{"qty":0}'],
    ['not an object', '[]'],
    ['no body at all', ''],
    ['broken JSON', '{"qty":'],
    ['infinity', '{"qty":1e309}'],
    ['NUL in a text', '{"qty":1,"note":"\\u0000"}'],
    ['half a character', '{"qty":1,"note":"\\ud800"}'],
    ['a prototype', '{"qty":1,"__proto__":{"admin":true}}'],
  ])('error: rejects %s', async (_name, payload) => {
    const response = await post(payload)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual({ error: 'invalid_input', message: expect.any(String) })
  })

  test.each([
    'text/plain',
    'application/xml',
    'multipart/form-data; boundary=x',
    'application/jsonp',
  ])('error: rejects content type %s', async (type) => {
    const response = await post('{"qty":1}', { 'content-type': type })
    expect(response.statusCode).toBe(415)
    expect(response.json()).toMatchObject({ error: 'unsupported_media_type' })
  })

  test('behavior: ignores an empty JSON body on DELETE', async () => {
    const response = await server.inject({
      method: 'DELETE',
      url: '/echo',
      headers: { 'content-type': 'application/json' },
    })
    expect(response.json()).toEqual({ body: null })
  })

  test('error: returns 413 when the body is too large', async () => {
    const response = await post({ qty: 1, note: 'x'.repeat(1_048_577) })
    expect(response.statusCode).toBe(413)
    expect(response.json()).toMatchObject({ error: 'payload_too_large' })
  })
})

describe('a slash at the end', () => {
  test.each([
    ['/items/7/', '/items/7'],
    ['/items/7/?a=b/', '/items/7?a=b/'],
  ])('default: redirects %s', async (url, page) => {
    const response = await server.inject(url)
    expect([response.statusCode, response.headers.location]).toEqual([308, page])
  })

  test.each(['/nowhere/', '/echo/', '//items/7/', '/items/7//', '//other.example/x/'])(
    'error: leaves %s',
    async (url) => {
      expect((await server.inject(url)).statusCode).toBeGreaterThanOrEqual(404)
    },
  )

  test('error: leaves requests that change something', async () => {
    const response = await server.inject({ method: 'DELETE', url: '/echo/' })
    expect(response.statusCode).toBe(404)
  })
})

describe('errors', () => {
  test('error: returns 404 for an unknown route', async () => {
    const response = await server.inject('/nowhere')
    expect(response.statusCode).toBe(404)
    expect(response.json()).toEqual({
      error: 'not_found',
      message: 'There is nothing at this URL.',
    })
  })

  test.each(['PUT', 'PATCH', 'OPTIONS', 'GET'] as const)(
    'error: returns 405 for %s on a path without it',
    async (method) => {
      const response = await server.inject({ method, url: '/echo?x=1' })
      expect(response.statusCode).toBe(405)
      expect(response.headers['allow']).toBe('DELETE, POST')
      expect(response.json()).toMatchObject({ error: 'method_not_allowed' })
    },
  )

  test.each(['{bad', 'x'.repeat(2_000_000)])(
    'error: returns 405 whatever the body',
    async (payload) => {
      const headers = { 'content-type': 'application/json' }
      const response = await server.inject({ method: 'PUT', url: '/echo', payload, headers })
      expect(response.statusCode).toBe(405)
    },
  )

  test('error: treats a path with a semicolon as another path', async () => {
    expect((await server.inject('/bug;x=1')).statusCode).toBe(404)
  })

  test('error: includes the fields of an error', async () => {
    const response = await server.inject('/refused')
    expect(response.statusCode).toBe(403)
    expect(response.json()).toEqual({
      error: 'forbidden',
      message: 'Not yours',
      requiredScope: 'inventory:read',
    })
  })

  test('error: logs a bug in full and hides it from the caller', async () => {
    const response = await server.inject('/bug')
    expect(response.statusCode).toBe(500)
    expect(response.json()).toMatchObject({ error: 'failed' })
    expect(response.body).not.toContain('secrets')
    const line = lines.find(({ msg }) => msg === 'request failed')
    expect(line).toMatchObject({
      level: 'error',
      correlationId: response.headers['x-correlation-id'],
      err: { message: 'select * from secrets failed', stack: expect.any(String) },
    })
  })

  test('error: returns 500 with retry-after when the database is unavailable', async () => {
    const response = await server.inject('/away')
    expect(response.statusCode).toBe(500)
    expect(response.headers['retry-after']).toBe('1')
    expect(response.json()).toMatchObject({ error: 'failed', reason: 'datastore_unavailable' })
  })

  test('error: rejects invalid percent encoding in the path', async () => {
    const response = await server.inject('/items/%E0%A4%A')
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ error: 'invalid_input' })
    expect(response.headers['x-correlation-id']).toBeTruthy()
  })

  test.each(['/items/%00', '/items/1?q=a%00b'])('error: rejects NUL in %s', async (url) => {
    const response = await server.inject(url)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ error: 'invalid_input' })
  })

  test('error: returns 414 for an id longer than any valid one', async () => {
    const response = await server.inject(`/items/${'x'.repeat(300)}`)
    expect(response.statusCode).toBe(414)
    expect(response.json()).toMatchObject({ error: 'uri_too_long' })
    expect(response.headers['x-correlation-id']).toBeTruthy()
  })
})

describe('invalid HTTP', () => {
  test.each([
    ['garbage', 'hello\r\n\r\n', 400, 'invalid_input'],
    [
      'a body that breaks off into garbage',
      'POST /echo HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
      400,
      'invalid_input',
    ],
    ['an unknown method', 'FROBNICATE / HTTP/1.1\r\nhost: x\r\n\r\n', 400, 'invalid_input'],
    ['a tunnel', 'CONNECT x:443 HTTP/1.1\r\nhost: x\r\n\r\n', 405, 'method_not_allowed'],
    ['no host', 'GET /items/1 HTTP/1.1\r\nconnection: close\r\n\r\n', 400, 'invalid_input'],
    [
      'an unknown expectation',
      'GET /nowhere HTTP/1.1\r\nhost: x\r\nexpect: cake\r\nconnection: close\r\n\r\n',
      404,
      'not_found',
    ],
    [
      'headers without end',
      `GET / HTTP/1.1\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`,
      431,
      'headers_too_large',
    ],
  ])('error: rejects %s', async (_name, text, status, code) => {
    const response = await send(text)
    const [head = '', body = ''] = response.split('\r\n\r\n')
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(head).toMatch(/x-correlation-id: req_[0-9a-z]{16}_[0-9a-z]{7}/)
    expect(JSON.parse(body)).toEqual({ error: code, message: expect.any(String) })
  })
})

test('behavior: a valid request gets its response when garbage follows on the connection', async () => {
  const response = await send('GET /items/1 HTTP/1.1\r\nhost: x\r\n\r\nGARBAGE\r\n\r\n')
  expect(response).toMatch(/^HTTP\/1.1 200 OK/)
  expect(response.match(/HTTP\/1.1/g)).toHaveLength(1)
})

describe('every response', () => {
  test.each(['/items/1', '/nowhere', '/bug', '/refused'])(
    'behavior: %s has the security headers',
    async (url) => {
      const { headers } = await server.inject(url)
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
        'x-correlation-id': expect.stringMatching(/^req_[0-9a-z]{16}_[0-9a-z]{7}$/),
      })
    },
  )

  test("behavior: returns and logs the caller's correlation id", async () => {
    const { headers } = await server.inject({
      url: '/items/1',
      headers: { 'x-correlation-id': 'order-2026-000117' },
    })
    expect(headers['x-correlation-id']).toBe('order-2026-000117')
    expect(lines).toContainEqual(
      expect.objectContaining({ correlationId: 'order-2026-000117', msg: 'request completed' }),
    )
  })

  test.each(['short', 'with space in it', `x${'y'.repeat(200)}`, 'quote"injection'])(
    'behavior: replaces the correlation id %j',
    async (id) => {
      const { headers } = await server.inject({
        url: '/items/1',
        headers: { 'x-correlation-id': id },
      })
      expect(headers['x-correlation-id']).toMatch(/^req_/)
    },
  )

  test('behavior: is counted by route, not by URL', async () => {
    await server.inject('/items/42')
    const text = await readMetrics(metrics)
    expect(text).toContain('route="/items/:id"')
    expect(text).not.toContain('/items/42')
  })
})

test('behavior: the list of routes has each method once, without automatic HEAD', () => {
  expect(routes.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /echo',
    'DELETE /echo',
    'GET /items/:id',
    'GET /bug',
    'GET /refused',
    'POST /family',
    'GET /away',
  ])
})

test('behavior: every log line carries a correlation id', () => {
  expect(lines.length).toBeGreaterThan(10)
  expect(lines.filter((line) => typeof line['correlationId'] !== 'string')).toEqual([])
})

test('behavior: a stop lets requests in flight finish and accepts no more', async () => {
  const { server: closing } = createHttpServer({ config: testConfig(), rootLog, metrics })
  let finish: () => void = () => {}
  let isInFlight = false
  closing.get('/slow', async () => {
    isInFlight = true
    await new Promise<void>((resolve) => {
      finish = resolve
    })
    return { finished: true }
  })
  const address = await closing.listen({ port: 0, host: '127.0.0.1' })

  const response = fetch(`${address}/slow`)
  await expect.poll(() => isInFlight).toBe(true)
  const closed = closing.close()
  await expect(fetch(address)).rejects.toThrow()
  finish()

  expect(await (await response).json()).toEqual({ finished: true })
  await closed
})

test('behavior: a stop does not wait for a connection that never sent anything', async () => {
  const { server: closing } = createHttpServer({ config: testConfig(), rootLog, metrics })
  const { port: closingPort } = new URL(await closing.listen({ port: 0, host: '127.0.0.1' }))
  const socket = connect(Number(closingPort), '127.0.0.1')
  const ended = new Promise((resolve) => socket.once('close', resolve))
  await new Promise((resolve) => socket.once('connect', resolve))

  const began = performance.now()
  await closing.close()
  await ended
  expect(performance.now() - began).toBeLessThan(5_000)
})

test('behavior: a name with two addresses opens no second server, which would have no limits', async () => {
  const addresses = [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ]
  type Callback = (error: null, address: unknown, family?: number) => void
  const resolve = (host: string, ...[options, callback]: [object, Callback] | [Callback]) => {
    const match = addresses.find(({ address }) => address === host) ?? addresses[0]
    if (callback) callback(null, addresses)
    else (options as Callback)(null, match?.address, match?.family)
  }
  const lookup = vi.spyOn(dns, 'lookup').mockImplementation(resolve as typeof dns.lookup)
  const { server: named } = createHttpServer({ config: testConfig(), rootLog, metrics })
  const { port: namedPort } = new URL(await named.listen({ port: 0, host: 'localhost' }))
  lookup.mockRestore()

  expect(named.addresses()).toMatchObject([{ address: '127.0.0.1', port: Number(namedPort) }])
  const [error] = await once(connect(Number(namedPort), '::1'), 'error')
  expect(error.message).toMatch(/ECONNREFUSED|EADDRNOTAVAIL|EAFNOSUPPORT/)
  await named.close()
})

function send(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let response = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.setEncoding('utf8')
    socket.on('data', (chunk) => {
      response += chunk
    })
    socket.on('close', () => resolve(response))
    socket.on('error', reject)
  })
}
