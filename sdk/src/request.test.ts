import { describe, expect, test } from 'vitest'
import { createTestContext, now } from '../test/context.js'
import { serve } from '../test/serve.js'
import { RateLimitError } from './errors.js'
import { type RequestInput, sendRequest } from './request.js'

const get: RequestInput = { method: 'GET', path: '/healthz' }
const post: RequestInput = { method: 'POST', path: '/api/orders', body: { items: [] } }
const ok = { json: { status: 'ok' } }

describe('sendRequest', () => {
  test('default', async () => {
    const { baseUrl, received } = await serve({ json: { id: 'R-1' } })
    const { ctx, waits } = createTestContext({ baseUrl, apiKey: 'tly_test_key' })

    await expect(sendRequest(ctx, post)).resolves.toEqual({ id: 'R-1' })

    expect(received).toHaveLength(1)
    expect(received[0]).toMatchObject({ method: 'POST', url: '/api/orders', body: '{"items":[]}' })
    expect(received[0]?.headers).toMatchObject({
      accept: 'application/json',
      'content-type': 'application/json',
      'x-api-key': 'tly_test_key',
    })
    expect(waits).toEqual([])
  })

  test('behavior: omits the key and content type headers without a key and body', async () => {
    const { baseUrl, received } = await serve(ok)
    const { ctx } = createTestContext({ baseUrl })

    await sendRequest(ctx, get)

    expect(received[0]?.headers).not.toHaveProperty('x-api-key')
    expect(received[0]?.headers).not.toHaveProperty('content-type')
  })

  test('behavior: calls fetch without a receiver, as browsers require', async () => {
    const { baseUrl } = await serve(ok)
    const receivers: unknown[] = []
    const { ctx } = createTestContext({
      baseUrl,
      fetch: function (this: unknown, ...args: Parameters<typeof globalThis.fetch>) {
        receivers.push(this)
        return globalThis.fetch(...args)
      },
    })

    await sendRequest(ctx, get)

    expect(receivers).toEqual([undefined])
  })

  test.each([502, 503, 504])('behavior: retries a GET after %i', async (status) => {
    const { baseUrl, received } = await serve({ status }, { status }, ok)
    const { ctx, waits } = createTestContext({ baseUrl })

    await expect(sendRequest(ctx, get)).resolves.toEqual({ status: 'ok' })

    expect(received).toHaveLength(3)
    expect(waits).toEqual([125, 250])
  })

  test('behavior: retries after a 500 only with a Retry-After header', async () => {
    const withHeader = await serve({ status: 500, headers: { 'retry-after': '3' } }, ok)
    const first = createTestContext({ baseUrl: withHeader.baseUrl })
    await expect(sendRequest(first.ctx, get)).resolves.toEqual({ status: 'ok' })
    expect(first.waits).toEqual([3_125])

    const withoutHeader = await serve({ status: 500 }, ok)
    const second = createTestContext({ baseUrl: withoutHeader.baseUrl })
    await expect(sendRequest(second.ctx, get)).rejects.toMatchObject({ status: 500 })
    expect(second.waits).toEqual([])
  })

  test('behavior: retries when the connection drops in the middle of the response', async () => {
    const { baseUrl } = await serve('broken_response', ok)
    const { ctx, waits } = createTestContext({ baseUrl })

    await expect(sendRequest(ctx, get)).resolves.toEqual({ status: 'ok' })

    expect(waits).toEqual([125])
  })

  test('behavior: waits for the rate limit to reset, for any method', async () => {
    const json = { error: 'rate_limited', message: 'Too many requests', resetAt: now + 20_000 }
    const { baseUrl, received } = await serve({ status: 429, json }, ok)
    const { ctx, waits } = createTestContext({ baseUrl })

    await expect(sendRequest(ctx, post)).resolves.toEqual({ status: 'ok' })

    expect(waits).toEqual([20_125])
    expect(received.map(({ body }) => body)).toEqual(['{"items":[]}', '{"items":[]}'])
  })

  test('error: throws when the rate limit resets after the longest wait', async () => {
    const json = { error: 'rate_limited', message: 'Too many requests', resetAt: now + 3_600_000 }
    const { baseUrl, received } = await serve({ status: 429, json })
    const { ctx, waits } = createTestContext({ baseUrl })

    const error = await sendRequest(ctx, get).catch((thrown: unknown) => thrown)

    expect(error).toBeInstanceOf(RateLimitError)
    expect(error).toMatchObject({ code: 'rate_limited', resetAt: json.resetAt })
    expect(String(error)).toContain('2026-01-01T01:00:00.000Z')
    expect(received).toHaveLength(1)
    expect(waits).toEqual([])
  })

  test('error: throws the last error when no retry is left', async () => {
    const { baseUrl, received } = await serve({ status: 502 }, { status: 503 })
    const { ctx } = createTestContext({ baseUrl, maxRetries: 1 })

    await expect(sendRequest(ctx, get)).rejects.toMatchObject({ status: 503 })

    expect(received).toHaveLength(2)
  })

  test.each([400, 401, 403, 404, 409])('error: throws immediately after %i', async (status) => {
    const { baseUrl, received } = await serve({ status }, ok)
    const { ctx } = createTestContext({ baseUrl })

    await expect(sendRequest(ctx, get)).rejects.toMatchObject({ status })

    expect(received).toHaveLength(1)
  })

  test('error: does not retry a failed write', async () => {
    const { baseUrl, received } = await serve({ status: 503, headers: { 'retry-after': '1' } }, ok)
    const { ctx } = createTestContext({ baseUrl })

    await expect(sendRequest(ctx, post)).rejects.toMatchObject({ status: 503 })

    expect(received).toHaveLength(1)
  })

  test('behavior: retries a write with the same idempotency key', async () => {
    const { baseUrl, received } = await serve('broken_response', { status: 503 }, ok)
    const { ctx, waits } = createTestContext({ baseUrl })

    const write = { ...post, idempotencyKey: 'cart-1' }
    await expect(sendRequest(ctx, write)).resolves.toEqual({ status: 'ok' })

    expect(waits).toEqual([125, 250])
    const keys = received.map(({ headers }) => headers['idempotency-key'])
    expect(keys).toEqual(['cart-1', 'cart-1', 'cart-1'])
  })

  test('behavior: omits the idempotency key header without a key', async () => {
    const { baseUrl, received } = await serve(ok)
    const { ctx } = createTestContext({ baseUrl })

    await sendRequest(ctx, post)

    expect(received[0]?.headers).not.toHaveProperty('idempotency-key')
  })

  test.each([
    ['a GET', get, /baseUrl is correct\.$/],
    ['a write', post, /check before you retry it\.$/],
    [
      'a write with an idempotency key',
      { ...post, idempotencyKey: 'cart-1' },
      /retry it with the same idempotency key\.$/,
    ],
  ])('error: advises what to do when %s gets no response', async (_, input, advice) => {
    const { baseUrl } = await serve('broken_response')
    const { ctx } = createTestContext({ baseUrl, maxRetries: 0 })

    await expect(sendRequest(ctx, input)).rejects.toThrow(advice)
  })
})
