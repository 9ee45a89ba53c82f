import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createLogger } from '../../log.js'
import { type Acceptors, acceptInParallel } from './accept-in-parallel.js'

const clients = 48
const backlog = 256

let server: Server
let acceptors: Acceptors | null = null
const sockets: Socket[] = []

beforeEach(async () => {
  server = createServer((_request, response) => response.end('ok'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', backlog, resolve))
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  server.closeAllConnections()
  await acceptors?.close()
  acceptors = null
  if (server.listening) await new Promise((resolve) => server.close(resolve))
})

const portOf = () => (server.address() as AddressInfo).port

function open(port = portOf()): Socket {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  sockets.push(socket)
  return socket
}

/** Opens connections at once. Returns the number accepted in each turn of the event loop. */
async function countPerTurn(): Promise<number[]> {
  const turns = [0]
  let accepted = 0
  server.on('connection', () => {
    accepted += 1
    turns[turns.length - 1] = (turns.at(-1) ?? 0) + 1
  })
  for (let index = 0; index < clients; index += 1) open()
  while (accepted < clients) {
    await new Promise((resolve) => setImmediate(resolve))
    turns.push(0)
  }
  return turns.filter((count) => count > 0)
}

function accept(options: { count?: number; program?: string } = {}) {
  const lines: string[] = []
  const log = createLogger('trace', { write: (text) => lines.push(text) })
  acceptors = acceptInParallel(server, log, { backlog, ...options })
  return { ready: acceptors.ready, close: acceptors.close, lines }
}

describe('acceptInParallel', () => {
  test('default: accepts many connections in a turn of the event loop', async () => {
    await accept().ready
    const turns = await countPerTurn()
    expect(turns.length).toBeLessThanOrEqual(clients / 8)
    expect(Math.max(...turns)).toBeLessThanOrEqual(16)
  })

  test('behavior: a request over any connection gets its response', async () => {
    await accept({ count: 3 }).ready
    const url = `http://127.0.0.1:${portOf()}/`
    const texts = await Promise.all(
      Array.from({ length: clients }, async () => (await fetch(url)).text()),
    )
    expect(new Set(texts)).toEqual(new Set(['ok']))
  })

  test('behavior: after the close, no handle accepts a connection', async () => {
    const { ready, close } = accept({ count: 3 })
    await ready
    const port = portOf()
    await Promise.all([close(), new Promise((resolve) => server.close(resolve))])
    const error = await new Promise<NodeJS.ErrnoException>((resolve) =>
      open(port).once('error', resolve),
    )
    expect(error.code).toBe('ECONNREFUSED')
  })

  test('behavior: a close before the handles exist leaves none behind', async () => {
    const { ready, close } = accept({ count: 3 })
    const port = portOf()
    await Promise.all([close(), new Promise((resolve) => server.close(resolve))])
    await ready
    const error = await new Promise<NodeJS.ErrnoException>((resolve) =>
      open(port).once('error', resolve),
    )
    expect(error.code).toBe('ECONNREFUSED')
  })

  test('error: without a process, the server accepts as before', async () => {
    const { ready, lines } = accept({ program: '/nonexistent' })
    await ready
    expect(lines.join()).toContain('connections are accepted slowly')
    expect((await fetch(`http://127.0.0.1:${portOf()}/`)).status).toBe(200)
  })
})
