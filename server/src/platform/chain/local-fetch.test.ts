import { createServer, type RequestListener, type Server } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { createLocalFetch, isLocalNode } from './local-fetch.js'

let server: Server | null = null
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

async function serve(listener: RequestListener): Promise<string> {
  const createdServer = createServer(listener)
  server = createdServer
  await new Promise<void>((resolve) => createdServer.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(createdServer.address() as { port: number }).port}`
}

describe('createLocalFetch', () => {
  test('default', async () => {
    const url = await serve((request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      request.pipe(response)
    })
    const headers = { 'Content-Type': 'application/json' }
    const received = await createLocalFetch()(url, { method: 'POST', headers, body: '{"é":1}' })
    expect([received.ok, received.status]).toEqual([true, 200])
    expect(received.headers.get('Content-Type')).toBe('application/json')
    expect(received.headers.get('x-none')).toBe(null)
    expect(await received.text()).toBe('{"é":1}')
  })

  test('behavior: reuses one connection', async () => {
    const ports = new Set<number | undefined>()
    const url = await serve((request, response) => {
      ports.add(request.socket.remotePort)
      response.end('{}')
    })
    const local = createLocalFetch()
    for (let count = 0; count < 3; count += 1) await (await local(url, { body: '{}' })).text()
    expect(ports.size).toBe(1)
  })

  test('error: returns an error status', async () => {
    const url = await serve((_request, response) => response.writeHead(503).end('busy'))
    const received = await createLocalFetch()(url, { body: '{}' })
    expect([received.ok, received.status, await received.text()]).toEqual([false, 503, 'busy'])
  })

  test('error: rejects when no server listens or the request times out', async () => {
    await expect(createLocalFetch()('http://127.0.0.1:1')).rejects.toThrow('ECONNREFUSED')
    const url = await serve(() => {})
    const signal = AbortSignal.timeout(20)
    await expect(createLocalFetch()(url, { body: '{}', signal })).rejects.toThrow('aborted')
  })
})

describe('isLocalNode', () => {
  test.each([
    ['http://127.0.0.1:8545', true],
    ['http://localhost:8545/rpc', true],
    ['https://localhost', false],
    ['http://node.example', false],
    ['ws://127.0.0.1:8545', false],
  ])('default: %s: %s', (url, isLocal) => {
    expect(isLocalNode(url)).toBe(isLocal)
  })
})
