import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { serve } from '../test/serve.js'
import { AuthenticationError, type ClientOptions, createClient } from './index.js'

const apiKey = 'tly_test_0123456789_secret'
const ping = {
  ok: true,
  status: 'ok',
  version: '1.0.0',
  time: 1_767_225_600_000,
  uptimeMs: 1_000,
  wallet: '0x00000000000000000000000000000000000000AA',
  checks: { database: { ok: true } },
}

describe('createClient', () => {
  test('default', async () => {
    const { baseUrl, received } = await serve({ json: { status: 'ok' } }, { json: ping })
    const client = createClient({ baseUrl, apiKey })

    await expect(client.health()).resolves.toEqual({ status: 'ok' })
    await expect(client.ping()).resolves.toEqual(ping)

    expect(received.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /healthz',
      'GET /api/status/ping',
    ])
    expect(received[1]?.headers['x-api-key']).toBe(apiKey)
  })

  test('behavior: retries by default', async () => {
    const { baseUrl, received } = await serve({ status: 503 }, { json: { status: 'ok' } })

    await expect(createClient({ baseUrl }).health()).resolves.toEqual({ status: 'ok' })

    expect(received).toHaveLength(2)
  })

  test.each(['', '/', '/pay', '/pay/'])('behavior: keeps the path %j of baseUrl', async (path) => {
    const { baseUrl, received } = await serve({ json: { status: 'ok' } })

    await createClient({ baseUrl: baseUrl + path }).health()

    expect(received[0]?.url).toBe(path.startsWith('/pay') ? '/pay/healthz' : '/healthz')
  })

  test('behavior: uses the given fetch, timeout and retry limit', async () => {
    const { baseUrl } = await serve('no_response')
    const urls: unknown[] = []
    const client = createClient({
      baseUrl,
      fetch: (input, init) => {
        urls.push(input)
        return globalThis.fetch(input, init)
      },
      timeoutMs: 50,
      maxRetries: 0,
    })

    await expect(client.health()).rejects.toMatchObject({ code: 'timed_out' })

    expect(urls).toEqual([`${baseUrl}/healthz`])
  })

  test('behavior: does not expose the API key on the client', () => {
    const client = createClient({ baseUrl: 'http://localhost:3000', apiKey })

    expect(inspect(client, { depth: null, showHidden: true })).not.toContain('secret')
  })

  test('error: rejects a call that requires an API key without one', async () => {
    const json = { error: 'unauthorized', message: 'Missing or invalid subscription key' }
    const { baseUrl } = await serve({ status: 401, json })

    await expect(createClient({ baseUrl }).ping()).rejects.toBeInstanceOf(AuthenticationError)
  })

  test.each<[string, Partial<ClientOptions>, string]>([
    ['an empty URL', { baseUrl: '' }, 'baseUrl must be an http or https URL'],
    [
      'a URL without a scheme',
      { baseUrl: 'localhost:3000' },
      'baseUrl must be an http or https URL',
    ],
    [
      'an unsupported scheme',
      { baseUrl: 'ftp://a.example' },
      'baseUrl must be an http or https URL',
    ],
    ['a URL with a password', { baseUrl: 'http://a:secret@b.example' }, 'baseUrl must not contain'],
    ['a URL with a query', { baseUrl: 'http://a.example/?key=secret' }, 'baseUrl must not contain'],
    ['an empty key', { apiKey: '' }, 'apiKey is empty'],
    ['a line break in the key', { apiKey: 'secret\n' }, 'apiKey contains white space'],
    ['a non-ASCII key', { apiKey: 'secret…' }, 'apiKey contains white space'],
    [
      'a key and a session',
      { apiKey: 'secret', session: { csrfToken: 'secret' } },
      'Pass either apiKey or session',
    ],
    [
      'a line break in a cookie',
      { session: { csrfToken: 'token', cookie: 'secret\n' } },
      'session.cookie is empty or contains',
    ],
    ['a zero timeout', { timeoutMs: 0 }, 'timeoutMs must be an integer'],
    [
      'an infinite timeout',
      { timeoutMs: Number.POSITIVE_INFINITY },
      'timeoutMs must be an integer',
    ],
    ['a fractional retry count', { maxRetries: 0.5 }, 'maxRetries must be an integer'],
  ])('error: rejects %s', (_, options, message) => {
    const create = () => createClient({ baseUrl: 'http://localhost:3000', ...options })

    expect(create).toThrow(message)
    expect(create).not.toThrow('secret')
  })
})
