import { describe, expect, test } from 'vitest'
import { createTestContext } from '../test/context.js'
import { type Reply, serve } from '../test/serve.js'
import { readResponse } from './read-response.js'
import { sendRequest } from './request.js'

describe('readResponse', () => {
  test('default', async () => {
    await expect(request({ json: { status: 'ok' } })).resolves.toEqual({ status: 'ok' })
  })

  test.each([['null'], ['0'], ['[]']])('behavior: returns the JSON value %s', async (text) => {
    await expect(request({ text })).resolves.toEqual(JSON.parse(text))
  })

  test.each(['', '<html>Welcome</html>', '{"status":'])(
    'error: rejects a 200 with the body %j',
    async (text) => {
      const headers = { 'x-correlation-id': 'req_1' }

      await expect(request({ text, headers })).rejects.toMatchObject({
        code: 'unreadable_response',
        status: 200,
        correlationId: 'req_1',
        message: expect.stringContaining('Check that baseUrl'),
      })
    },
  )

  test.each(['<html>Bad gateway</html>', '[]', 'null', '"no"', '{"error":7,"message":null}'])(
    'error: falls back to the code unknown for the error body %s',
    async (text) => {
      await expect(request({ status: 418, text })).rejects.toMatchObject({
        code: 'unknown',
        status: 418,
        fields: {},
        message: expect.stringContaining('GET /healthz: 418 unknown. Correct the request'),
      })
    },
  )

  test('error: rejects a redirect and sends no request to its target', async () => {
    const elsewhere = await serve({ json: { status: 'ok' } })
    const headers = { location: `${elsewhere.baseUrl}/healthz` }

    await expect(request({ status: 308, headers })).rejects.toMatchObject({
      code: 'redirected',
      status: 308,
      message: expect.stringContaining('Pass the final URL'),
    })
    expect(elsewhere.received).toEqual([])
  })

  test('error: rejects a redirect that a browser reports as status 0', () => {
    const response = Response.error()

    const outcome = readResponse({ call: 'GET /', response, text: '', secrets: {}, now: 0 })

    expect(outcome).toMatchObject({ kind: 'failed', error: { code: 'redirected', status: 0 } })
  })
})

async function request(reply: Reply): Promise<unknown> {
  const { baseUrl } = await serve(reply)
  const { ctx } = createTestContext({ baseUrl, apiKey: 'tly_test_key', maxRetries: 0 })
  return sendRequest(ctx, { method: 'GET', path: '/healthz' })
}
