import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startNameServer } from '../../../test/fixtures/servers/name-server.js'
import { createResolveHost } from './resolve-host.js'

let server: Awaited<ReturnType<typeof startNameServer>>
beforeAll(async () => {
  server = await startNameServer({
    'shop.example.com': { a: ['8.8.8.8'], aaaa: ['2606:4700::1111'] },
    'silent.example.com': 'silent',
  })
})
afterAll(() => server.close())

const never = () => new AbortController().signal
const live = () => createResolveHost('live', { servers: server.servers })

describe('createResolveHost', () => {
  test('default: concurrent lookups cost one query per family', async () => {
    const resolve = live()
    const all = Array.from({ length: 20 }, () => resolve('shop.example.com', never()))
    for (const addresses of await Promise.all(all))
      expect(addresses).toEqual(['8.8.8.8', '2606:4700::1111'])
    expect(server.queries.toSorted()).toEqual(['a shop.example.com', 'aaaa shop.example.com'])
  })

  test('error: rejects at the signal when the name server does not respond', async () => {
    const giveUp = new AbortController()
    const addresses = live()('silent.example.com', giveUp.signal)
    setTimeout(() => giveUp.abort(new Error('enough')), 20)
    await expect(addresses).rejects.toThrow('enough')
  })

  test('error: ignores the hosts file in live mode', async () => {
    await expect(live()('localhost', never())).rejects.toThrow('has no address')
  })

  test.each(['live', 'sandbox'] as const)(
    'behavior: returns an IP address unchanged, %s',
    async (mode) => {
      const resolve = createResolveHost(mode, { servers: ['127.0.0.1:1'] })
      for (const ip of ['127.0.0.1', '::1']) expect(await resolve(ip, never())).toEqual([ip])
    },
  )

  test('behavior: resolves names of this machine in sandbox mode', async () => {
    const addresses = await createResolveHost('sandbox')('localhost', never())
    expect(addresses[0]).toBe('127.0.0.1')
  })
})
