import { describe, expect, test, vi } from 'vitest'
import { errorResponse, fakeService } from '../../../test/fixtures/service.js'
import { callService } from './call-service.js'

const call = (respond: () => Response | Promise<Response>) =>
  callService(fakeService(respond).fetch, { path: '/api/test' })

describe('callService', () => {
  test('default', async () => {
    const { fetch, sentRequests } = fakeService(() => Response.json({ value: 1 }))
    const headers = { 'x-test': '1' }
    expect(await callService(fetch, { path: '/api/test', headers })).toEqual({
      ok: true,
      body: { value: 1 },
    })
    expect(sentRequests).toMatchObject([
      {
        path: '/api/test',
        method: 'GET',
        body: null,
        credentials: 'same-origin',
        init: { headers, keepalive: false },
      },
    ])
    expect(sentRequests[0]?.headers.get('content-type')).toBeNull()
  })

  test('behavior: sends a body as JSON', async () => {
    const { fetch, sentRequests } = fakeService(() => Response.json({}))
    await callService(fetch, {
      path: '/api/test',
      headers: { 'x-test': '1' },
      body: { word: 'é', missing: undefined },
      keepalive: true,
    })
    const [request] = sentRequests
    expect(request).toMatchObject({
      method: 'POST',
      body: { word: 'é' },
      init: { keepalive: true },
    })
    expect(request?.body).not.toHaveProperty('missing')
    expect(request?.headers.get('content-type')).toBe('application/json')
    expect(request?.headers.get('x-test')).toBe('1')
  })

  test('error: returns the message of the service', async () => {
    expect(await call(() => errorResponse(400, 'txHash must be a hash'))).toMatchObject({
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
  ])('error: refused with %s as the body', async (_name, text) => {
    const response = await call(() => new Response(text, { status: 502 }))
    expect(response).toMatchObject({ ok: false, status: 502, message: null })
  })

  test.each(['<html>Please sign in to the café Wi-Fi</html>', '', '7', 'null'])(
    'error: status 200 with the body %j',
    async (text) => {
      const response = await call(() => new Response(text))
      expect(response).toMatchObject({ ok: false, status: 200, message: null })
    },
  )

  test('error: there is no connection', async () => {
    const response = await call(() => Promise.reject(new TypeError('Failed to fetch')))
    expect(response).toMatchObject({ ok: false, status: 0, message: null })
  })

  test('error: the connection is lost during the response', async () => {
    const broken = new ReadableStream({
      pull(controller) {
        controller.error(new TypeError('network error'))
      },
    })
    const response = await call(() => new Response(broken))
    expect(response).toMatchObject({ ok: false, status: 0, message: null })
  })

  test('error: the request times out', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort())
    const waiting: typeof fetch = (_input, init) =>
      new Promise((_, reject) => {
        if (init?.signal?.aborted) reject(init.signal.reason)
      })
    expect(await callService(waiting, { path: '/' })).toMatchObject({
      status: 0,
      message: null,
    })
    expect(timeout).toHaveBeenCalledWith(30_000)
    timeout.mockRestore()
  })
})
