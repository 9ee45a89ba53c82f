import { describe, expect, test, vi } from 'vitest'
import { aService, refusal } from '../../test/fixtures/service.js'
import { callService } from './call-service.js'

const unreachable = 'The service cannot be reached right now. Please try again.'

const call = (answer: () => Response | Promise<Response>) =>
  callService(aService(answer).fetch, { path: '/api/test' })

describe('callService', () => {
  test('default', async () => {
    const { fetch, sent } = aService(() => Response.json({ value: 1 }))
    const headers = { 'x-test': '1' }
    expect(await callService(fetch, { path: '/api/test', headers })).toEqual({
      ok: true,
      body: { value: 1 },
    })
    expect(sent).toMatchObject([
      {
        path: '/api/test',
        method: 'GET',
        body: null,
        credentials: 'same-origin',
        init: { headers, keepalive: false },
      },
    ])
    expect(sent[0]?.headers.get('content-type')).toBeNull()
  })

  test('behavior: a body goes out as JSON', async () => {
    const { fetch, sent } = aService(() => Response.json({}))
    await callService(fetch, {
      path: '/api/test',
      headers: { 'x-test': '1' },
      body: { word: 'é', nothing: undefined },
      keepalive: true,
    })
    const [one] = sent
    expect(one).toMatchObject({ method: 'POST', body: { word: 'é' }, init: { keepalive: true } })
    expect(one?.body).not.toHaveProperty('nothing')
    expect(one?.headers.get('content-type')).toBe('application/json')
    expect(one?.headers.get('x-test')).toBe('1')
  })

  test('error: the service says why', async () => {
    expect(await call(() => refusal(400, 'txHash must be a hash'))).toMatchObject({
      ok: false,
      status: 400,
      message: 'txHash must be a hash',
    })
  })

  test.each([
    ['a page', '<html>Bad gateway</html>'],
    ['nothing', ''],
    ['an empty message', '{"message":""}'],
    ['an object for a message', '{"message":{"text":"no"}}'],
    ['null', 'null'],
    ['text', '"message"'],
  ])('error: refused with %s', async (_name, text) => {
    const answer = await call(() => new Response(text, { status: 502 }))
    expect(answer).toMatchObject({ ok: false, status: 502, message: unreachable })
  })

  test.each(['<html>Please sign in to the café Wi-Fi</html>', '', '7', 'null'])(
    'error: answered with %j',
    async (text) => {
      const answer = await call(() => new Response(text))
      expect(answer).toMatchObject({ ok: false, status: 200, message: unreachable })
    },
  )

  test('error: no connection', async () => {
    const answer = await call(() => Promise.reject(new TypeError('Failed to fetch')))
    expect(answer).toMatchObject({ ok: false, status: 0, message: unreachable })
  })

  test('error: the connection is lost in the middle of the answer', async () => {
    const broken = new ReadableStream({
      pull(controller) {
        controller.error(new TypeError('network error'))
      },
    })
    const answer = await call(() => new Response(broken))
    expect(answer).toMatchObject({ ok: false, status: 0, message: unreachable })
  })

  test('error: no answer in time', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort())
    const waits: typeof fetch = (_input, init) =>
      new Promise((_, reject) => {
        if (init?.signal?.aborted) reject(init.signal.reason)
      })
    expect(await callService(waits, { path: '/' })).toMatchObject({
      status: 0,
      message: unreachable,
    })
    expect(timeout).toHaveBeenCalledWith(30_000)
    timeout.mockRestore()
  })
})
