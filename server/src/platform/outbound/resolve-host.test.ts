import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startNameServer } from '../../../test/fixtures/name-server.js'
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
  test('default: many who ask at once are one question for each family', async () => {
    const resolve = live()
    const all = Array.from({ length: 20 }, () => resolve('shop.example.com', never()))
    for (const found of await Promise.all(all))
      expect(found).toEqual(['8.8.8.8', '2606:4700::1111'])
    expect(server.asked.toSorted()).toEqual(['a shop.example.com', 'aaaa shop.example.com'])
  })

  test('error: a name server that says nothing, until the signal', async () => {
    const giveUp = new AbortController()
    const answer = live()('silent.example.com', giveUp.signal)
    setTimeout(() => giveUp.abort(new Error('enough')), 20)
    await expect(answer).rejects.toThrow('enough')
  })

  test('error: in live mode the hosts file counts for nothing', async () => {
    await expect(live()('localhost', never())).rejects.toThrow('has no address')
  })

  test.each(['live', 'sandbox'] as const)('behavior: an address is its own, %s', async (mode) => {
    const resolve = createResolveHost(mode, { servers: ['127.0.0.1:1'] })
    for (const ip of ['127.0.0.1', '::1']) expect(await resolve(ip, never())).toEqual([ip])
  })

  test('behavior: in sandbox mode the names of this machine', async () => {
    const found = await createResolveHost('sandbox')('localhost', never())
    expect(found[0]).toBe('127.0.0.1')
  })
})
