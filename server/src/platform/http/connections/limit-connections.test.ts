import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, createServer as createNetServer, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { createLimits, defaultLimitSettings } from '../../limits/limit-settings.js'
import { limitConnections } from './limit-connections.js'

type Config = Parameters<typeof limitConnections>[1]['config']

let server: Server
const sockets: Socket[] = []

async function start(trustedProxies: string[] = []): Promise<void> {
  const max = { ...defaultLimitSettings.max, connections: { network: 3, platform: 6 } }
  const limits = createLimits({ ...defaultLimitSettings, max })
  server = createServer((request, response) => {
    if (request.url !== '/slow') response.end('ok')
  })
  limitConnections(server, { config: { mode: 'live', limits, trustedProxies } as Config })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
}
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await new Promise((resolve) => server.close(resolve))
})

/**
 * Connects from an address of this machine. Returns whether the connection got a response, and then
 * stays open.
 */
async function open(localAddress: string) {
  const { port } = server.address() as AddressInfo
  const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => {})
  sockets.push(socket)
  let isClosed = false
  const closed = new Promise<false>((resolve) => {
    socket.once('close', () => {
      isClosed = true
      resolve(false)
    })
  })
  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')
  const responded = new Promise<true>((resolve) => socket.once('data', () => resolve(true)))
  return {
    socket,
    isAccepted: await Promise.race([responded, closed]),
    isClosed: () => isClosed,
  }
}

/** Accepts a connection from each address, and passes all of them to the server in one turn. */
async function openAtOnce(localAddresses: string[]): Promise<Socket[]> {
  const accepted: Socket[] = []
  const acceptor = createNetServer((socket) => accepted.push(socket))
  await new Promise<void>((resolve) => acceptor.listen(0, '127.0.0.1', resolve))
  const { port } = acceptor.address() as AddressInfo
  for (const localAddress of localAddresses) {
    sockets.push(connect({ port, host: '127.0.0.1', localAddress }).on('error', () => {}))
  }
  await expect.poll(() => accepted.length).toBe(localAddresses.length)
  acceptor.close()
  for (const socket of accepted) server.emit('connection', socket)
  return accepted
}

async function openMany(localAddress: string, count: number) {
  const opened: Awaited<ReturnType<typeof open>>[] = []
  while (opened.length < count) opened.push(await open(localAddress))
  return opened
}

describe('limitConnections', () => {
  test('default: an address has a limited number of connections', async () => {
    await start()
    const opened = await openMany('127.0.0.2', 5)
    expect(opened.map(({ isAccepted }) => isAccepted)).toEqual([true, true, true, false, false])
    expect((await open('127.0.0.3')).isAccepted).toBe(true)
  })

  test('behavior: a closed connection does not count', async () => {
    await start()
    const [first] = await openMany('127.0.0.2', 3)
    first?.socket.destroy()
    await expect.poll(async () => (await open('127.0.0.2')).isAccepted).toBe(true)
  })

  test('behavior: beyond the total, the address with the most connections loses its oldest one', async () => {
    await start()
    const [first, ...others] = await openMany('127.0.0.2', 3)
    for (const last of [3, 4, 5]) await open(`127.0.0.${last}`)
    expect((await open('127.0.0.6')).isAccepted).toBe(true)
    await expect.poll(() => first?.isClosed()).toBe(true)
    expect(others.map(({ isClosed }) => isClosed())).toEqual([false, false])
  })

  test('behavior: connections that arrive in one turn each close another one', async () => {
    await start()
    const opened = await openMany('127.0.0.2', 3)
    for (const last of [3, 4, 5]) await open(`127.0.0.${last}`)
    const accepted = await openAtOnce(['127.0.0.6', '127.0.0.7', '127.0.0.8'])
    // When all have one, the last of them cannot connect.
    expect(accepted.filter(({ destroyed }) => destroyed)).toHaveLength(1)
    await expect.poll(() => opened.map(({ isClosed }) => isClosed())).toEqual([true, true, false])
  })

  test('behavior: a connection with a request in progress is closed last', async () => {
    await start()
    const { port } = server.address() as AddressInfo
    const busySocket = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' })
    sockets.push(busySocket.on('error', () => {}))
    const request = new Promise((resolve) => server.once('request', resolve))
    busySocket.write('GET /slow HTTP/1.1\r\nhost: localhost\r\n\r\n')
    await request
    const idle = await openMany('127.0.0.2', 2)
    for (const last of [3, 4, 5, 6]) await open(`127.0.0.${last}`)
    await expect.poll(() => idle.map(({ isClosed }) => isClosed())).toEqual([true, false])
    expect(busySocket.destroyed).toBe(false)
  })

  test('behavior: when all have one, no further address can connect', async () => {
    await start()
    for (const last of [2, 3, 4, 5, 6, 7]) await open(`127.0.0.${last}`)
    expect((await open('127.0.0.8')).isAccepted).toBe(false)
  })

  test.each(['127.0.0.2', '127.0.0.0/29'])('behavior: the proxy %s has no limit', async (proxy) => {
    await start([proxy])
    const opened = await openMany('127.0.0.2', 12)
    expect(opened.every(({ isAccepted }) => isAccepted)).toBe(true)
    expect((await open('127.0.0.9')).isAccepted).toBe(true)
  })
})
