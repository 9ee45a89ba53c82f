import { describe, expect, test } from 'vitest'
import { createTestContext } from '../test/context.js'
import { type Reply, serve } from '../test/serve.js'
import { readAnswer } from './read-answer.js'
import { sendRequest } from './request.js'

describe('readAnswer', () => {
  test('default', async () => {
    await expect(answerTo({ json: { status: 'ok' } })).resolves.toEqual({ status: 'ok' })
  })

  test.each([['null'], ['0'], ['[]']])('behavior: %s is an answer', async (text) => {
    await expect(answerTo({ text })).resolves.toEqual(JSON.parse(text))
  })

  test.each(['', '<html>Welcome</html>', '{"status":'])('error: 200 with %j', async (text) => {
    const headers = { 'x-correlation-id': 'req_1' }

    await expect(answerTo({ text, headers })).rejects.toMatchObject({
      code: 'unreadable_answer',
      status: 200,
      correlationId: 'req_1',
      message: expect.stringContaining('Check that baseUrl'),
    })
  })

  test.each(['<html>Bad gateway</html>', '[]', 'null', '"no"', '{"error":7,"message":null}'])(
    'error: a refusal that says %s',
    async (text) => {
      await expect(answerTo({ status: 418, text })).rejects.toMatchObject({
        code: 'unknown',
        status: 418,
        fields: {},
        message: expect.stringContaining('GET /healthz: 418 unknown. Correct the request'),
      })
    },
  )

  test('error: a redirect, which is not followed and gets no key', async () => {
    const elsewhere = await serve({ json: { status: 'ok' } })
    const headers = { location: `${elsewhere.baseUrl}/healthz` }

    await expect(answerTo({ status: 308, headers })).rejects.toMatchObject({
      code: 'redirected',
      status: 308,
      message: expect.stringContaining('Pass the final address'),
    })
    expect(elsewhere.received).toEqual([])
  })

  test('error: a redirect as browsers show it, without its status', () => {
    const response = Response.error()

    const outcome = readAnswer({ call: 'GET /', response, text: '', apiKey: undefined, now: 0 })

    expect(outcome).toMatchObject({ kind: 'failed', error: { code: 'redirected', status: 0 } })
  })
})

async function answerTo(reply: Reply): Promise<unknown> {
  const { baseUrl } = await serve(reply)
  const { ctx } = createTestContext({ baseUrl, apiKey: 'tly_test_key', maxRetries: 0 })
  return sendRequest(ctx, { method: 'GET', path: '/healthz' })
}
