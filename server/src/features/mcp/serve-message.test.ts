import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/harness.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const post = (payload: unknown) =>
  app.inject({
    method: 'POST',
    url: '/mcp',
    headers: { 'content-type': 'application/json' },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  })

async function call(method: string, params?: object) {
  const response = await post({ jsonrpc: '2.0', id: 1, method, ...(params && { params }) })
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}

describe('serveMessage', () => {
  test.each<[string, unknown, number]>([
    ['a batch', [{ jsonrpc: '2.0', id: 1, method: 'ping' }], 400],
    ['a huge id', { jsonrpc: '2.0', id: 'x'.repeat(1_000), method: 'ping' }, 400],
    ['an unsafe id', { jsonrpc: '2.0', id: 1e300, method: 'ping' }, 400],
    ['an object as id', { jsonrpc: '2.0', id: {}, method: 'ping' }, 400],
    ['another version', { jsonrpc: '1.0', id: 1, method: 'ping' }, 400],
    ['a long method', { jsonrpc: '2.0', id: 1, method: 'x'.repeat(1_000) }, 400],
    ['params as a list', { jsonrpc: '2.0', id: 1, method: 'ping', params: [1] }, 400],
    ['deep nesting', `{"jsonrpc":"2.0","id":1,"method":"ping","params":${'['.repeat(99)}`, 400],
    ['a prototype', '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"__proto__":{}}}', 400],
    ['no JSON', 'ping', 400],
    ['no body', '', 400],
    ['a large body', { jsonrpc: '2.0', id: 1, method: 'x'.repeat(40_000) }, 413],
  ])('error: %s', async (_, payload, status) => {
    const response = await post(payload)
    expect(response.statusCode, response.body).toBe(status)
    expect(response.json()).toMatchObject({
      error: status === 413 ? 'payload_too_large' : 'invalid_input',
      message: expect.any(String),
    })
  })

  test.each<[string, string, object | undefined, number]>([
    ['an unknown method', 'shutdown', undefined, -32601],
    ['a method of the prototype', 'constructor', undefined, -32601],
    ['resources, which it has none of', 'resources/list', undefined, -32601],
    ['an unknown tool', 'tools/call', { name: 'transfer' }, -32602],
    ['a tool of the prototype', 'tools/call', { name: 'toString' }, -32602],
  ])('error: %s', async (_, method, params, code) => {
    expect((await call(method, params)).error).toMatchObject({ code })
  })

  test.each<[string, object]>([
    ['a tool without a name', { name: 7 }],
    ['arguments that are text', { name: 'search_shops', arguments: 'q' }],
    ['a task, which would lose the result', { name: 'search_shops', task: { ttl: 1 } }],
  ])('error: %s', async (_, params) => {
    const { error, result } = await call('tools/call', params)
    expect(result).toBeUndefined()
    expect(error.code).toBeLessThan(-32_000)
  })
})
