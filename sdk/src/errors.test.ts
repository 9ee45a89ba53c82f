import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { createTestContext } from '../test/context.js'
import { type Reply, serve } from '../test/serve.js'
import {
  AuthenticationError,
  ConnectionError,
  InvalidRequestError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServiceError,
} from './errors.js'
import { type RequestInput, sendRequest } from './request.js'

const get: RequestInput = { method: 'GET', path: '/api/status/ping' }
const apiKey = 'tly_test_0123456789_secretsecretsecret'

describe('ServiceError', () => {
  test('default', async () => {
    const error = await failureOf({
      status: 409,
      headers: { 'X-Correlation-Id': 'req_1' },
      json: { error: 'receipt_open', message: 'The receipt is unpaid.', receiptId: 'R-1' },
    })

    expect(error).toBeInstanceOf(ServiceError)
    expect(error).toMatchObject({
      name: 'ServiceError',
      code: 'receipt_open',
      status: 409,
      correlationId: 'req_1',
      fields: { receiptId: 'R-1' },
      message:
        'GET /api/status/ping: 409 receipt_open. The receipt is unpaid. ' +
        'Correct the request before you send it again.',
    })
  })

  test.each([
    [400, InvalidRequestError, 'Correct the request'],
    [401, AuthenticationError, 'Pass a valid developer key as apiKey'],
    [403, PermissionError, 'Use an API key with the required permission'],
    [404, NotFoundError, 'Check the id'],
    [429, RateLimitError, 'Send fewer requests'],
    [500, ServiceError, 'Retry later'],
  ])('behavior: maps %i to its class and advice', async (status, type, advice) => {
    const error = await failureOf({ status, json: { error: 'some_code', message: 'No' } })

    expect(error).toBeInstanceOf(type)
    expect(error).toMatchObject({ name: type.name, status, code: 'some_code' })
    expect(String(error)).toContain(`${status} some_code. No. ${advice}`)
  })

  test('behavior: includes the correlation id in the message of a 500', async () => {
    const error = await failureOf({ status: 500, headers: { 'x-correlation-id': 'req_7' } })

    expect(String(error)).toContain("search the service's log for req_7")
  })

  test.each<[string, Reply]>([
    ['an error response', { status: 401, json: { error: 'unauthorized', message: 'No such key' } }],
    ['a dropped connection', 'broken_response'],
    ['a response that is not JSON', { text: '<html>' }],
    [
      'an echoed request',
      { status: 400, json: { message: `Bad key ${apiKey}`, request: { headers: [apiKey] } } },
    ],
  ])('behavior: does not expose the API key after %s', async (_, reply) => {
    const error = await failureOf(reply)

    expect(error).toBeInstanceOf(ServiceError)
    expect(inspect(error, { depth: null, showHidden: true })).not.toContain('secret')
    expect(JSON.stringify(error)).not.toContain('secret')
  })

  test('behavior: does not expose the session after an echoed request', async () => {
    // The service also sets the token as a cookie.
    const csrfToken = 'secret-token'
    const session = { csrfToken, cookie: `session=secret; csrf=${csrfToken}` }
    const { baseUrl } = await serve({ status: 400, json: { headers: Object.values(session) } })
    const { ctx } = createTestContext({ baseUrl, session })

    const error = await sendRequest(ctx, get).catch((thrown: unknown) => thrown)

    expect(error).toMatchObject({ fields: { headers: ['[csrfToken]', '[cookie]'] } })
  })
})

describe('ConnectionError', () => {
  test('default', async () => {
    const { baseUrl, close } = await serve({})
    close()
    const { ctx, waits } = createTestContext({ baseUrl })

    const error = await sendRequest(ctx, get).catch((thrown: unknown) => thrown)

    expect(error).toBeInstanceOf(ConnectionError)
    expect(error).toMatchObject({
      name: 'ConnectionError',
      code: 'unreachable',
      status: undefined,
      cause: { cause: { code: 'ECONNREFUSED' } },
    })
    expect(String(error)).toContain('Check that the service is running')
    expect(waits).toEqual([125, 250])
  })

  test('behavior: applies the timeout to each attempt', async () => {
    const { baseUrl } = await serve('no_response')
    const { ctx, waits } = createTestContext({ baseUrl, timeoutMs: 50, maxRetries: 1 })

    const error = await sendRequest(ctx, get).catch((thrown: unknown) => thrown)

    expect(error).toMatchObject({ code: 'timed_out', cause: { name: 'TimeoutError' } })
    expect(String(error)).toContain('within 50 ms')
    expect(waits).toEqual([125])
  })

  test('behavior: warns that a write may have succeeded', async () => {
    const error = await failureOf('broken_response', {
      method: 'POST',
      path: '/api/orders',
      body: {},
    })

    expect(error).toBeInstanceOf(ConnectionError)
    expect(String(error)).toContain('check before you retry it')
  })
})

async function failureOf(reply: Reply, input: RequestInput = get): Promise<unknown> {
  const { baseUrl } = await serve(reply)
  const { ctx } = createTestContext({ baseUrl, apiKey, maxRetries: 0 })
  return sendRequest(ctx, input).catch((thrown: unknown) => thrown)
}
