import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { createLimits, defaultLimitSettings } from '../../limits/limit-settings.js'
import { limitConnections } from './limit-connections.js'

type Config = Parameters<typeof limitConnections>[1]['config']

let server: Server
const sockets: Socket[] = []

async function start(trustedProxies: string[] = []): Promise<void> {
  const most = { ...defaultLimitSettings.most, connections: { network: 3, platform: 6 } }
  const limits = createLimits({ ...defaultLimitSettings, most })
  server = createServer((_request, response) => response.end('ok'))
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
  const answered = new Promise<true>((resolve) => socket.once('data', () => resolve(true)))
  return {
    socket,
    isAccepted: await Promise.race([answered, closed]),
    isClosed: () => isClosed,
  }
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

  test('behavior: beyond the total, the address with the most loses its oldest', async () => {
    await start()
    const [oldest, ...others] = await openMany('127.0.0.2', 3)
    for (const last of [3, 4, 5]) await open(`127.0.0.${last}`)
    expect((await open('127.0.0.6')).isAccepted).toBe(true)
    await expect.poll(() => oldest?.isClosed()).toBe(true)
    expect(others.map(({ isClosed }) => isClosed())).toEqual([false, false])
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
