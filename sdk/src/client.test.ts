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
    const { baseUrl, received } = await serve(
      { json: { status: 'ok' } },
      { json: ping },
      { json: { config: { slug: 'notch-and-bean' } } },
      { json: { processingFeePct: 0.5 } },
      { json: { items: [], total: 0 } },
      { json: { items: [], total: 0 } },
      { json: { created: true } },
      { json: { deleted: true } },
    )
    const client = createClient({ baseUrl, apiKey })

    await expect(client.health()).resolves.toEqual({ status: 'ok' })
    await expect(client.ping()).resolves.toEqual(ping)
    await expect(client.shopConfig()).resolves.toEqual({ slug: 'notch-and-bean' })
    await expect(client.siteConfig()).resolves.toEqual({ processingFeePct: 0.5 })

    await expect(client.listItems()).resolves.toEqual({ items: [], total: 0 })
    await client.listItems({ q: 'blue mug', tags: ['a', 'b'], page: 2 })
    const mug = { sku: 'MUG-1', name: 'Mug', priceUsd: 12.5 }
    await expect(client.upsertItem(mug)).resolves.toEqual({ created: true })
    await expect(client.deleteItem('itm_1')).resolves.toEqual({ deleted: true })

    expect(received.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /healthz',
      'GET /api/status/ping',
      'GET /api/shop/config',
      'GET /api/site/config',
      'GET /api/inventory',
      'GET /api/inventory?q=blue+mug&tags=a%2Cb&page=2',
      'POST /api/inventory',
      'DELETE /api/inventory?id=itm_1',
    ])
    expect(JSON.parse(received[6]?.body ?? '')).toEqual(mug)
    expect(received[1]?.headers['x-api-key']).toBe(apiKey)
  })

  test('behavior: sends again by itself', async () => {
    const { baseUrl, received } = await serve({ status: 503 }, { json: { status: 'ok' } })

    await expect(createClient({ baseUrl }).health()).resolves.toEqual({ status: 'ok' })

    expect(received).toHaveLength(2)
  })

  test.each(['', '/', '/pay', '/pay/'])('behavior: keeps the path %j', async (path) => {
    const { baseUrl, received } = await serve({ json: { status: 'ok' } })

    await createClient({ baseUrl: baseUrl + path }).health()

    expect(received[0]?.url).toBe(path.startsWith('/pay') ? '/pay/healthz' : '/healthz')
  })

  test('behavior: uses the given fetch and limits', async () => {
    const { baseUrl } = await serve('silence')
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

  test('behavior: shows the API key nowhere', () => {
    const client = createClient({ baseUrl: 'http://localhost:3000', apiKey })

    expect(inspect(client, { depth: null, showHidden: true })).not.toContain('secret')
  })

  test('error: without a key where one is needed', async () => {
    const json = { error: 'unauthorized', message: 'Missing or invalid subscription key' }
    const { baseUrl } = await serve({ status: 401, json })

    await expect(createClient({ baseUrl }).ping()).rejects.toBeInstanceOf(AuthenticationError)
  })

  test.each<[string, Partial<ClientOptions>, string]>([
    ['no address', { baseUrl: '' }, 'baseUrl must be an http or https address'],
    ['no scheme', { baseUrl: 'localhost:3000' }, 'baseUrl must be an http or https address'],
    ['another scheme', { baseUrl: 'ftp://a.example' }, 'baseUrl must be an http or https address'],
    ['a password', { baseUrl: 'http://a:secret@b.example' }, 'baseUrl must not contain'],
    ['a query', { baseUrl: 'http://a.example/?key=secret' }, 'baseUrl must not contain'],
    ['an empty key', { apiKey: '' }, 'apiKey is empty'],
    ['a line break in the key', { apiKey: 'secret\n' }, 'apiKey contains white space'],
    ['a key that is no ASCII', { apiKey: 'secret…' }, 'apiKey contains white space'],
    ['no time', { timeoutMs: 0 }, 'timeoutMs must be a whole number'],
    ['endless time', { timeoutMs: Number.POSITIVE_INFINITY }, 'timeoutMs must be a whole number'],
    ['half a retry', { maxRetries: 0.5 }, 'maxRetries must be a whole number'],
  ])('error: %s', (_, options, message) => {
    const create = () => createClient({ baseUrl: 'http://localhost:3000', ...options })

    expect(create).toThrow(message)
    expect(create).not.toThrow('secret')
  })
})
