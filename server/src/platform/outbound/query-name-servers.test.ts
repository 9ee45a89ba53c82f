import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startNameServer } from '../../../test/fixtures/servers/name-server.js'
import { queryNameServers } from './resolve-host.js'

let server: Awaited<ReturnType<typeof startNameServer>>
beforeAll(async () => {
  server = await startNameServer({
    'both.example.com': { a: ['8.8.8.8', '8.8.4.4'], aaaa: ['2606:4700::1111'] },
    'four.example.com': { a: ['8.8.8.8'] },
    'six.example.com': { aaaa: ['2606:4700::1111'] },
    'none.example.com': {},
    'broken.example.com': 'broken',
    'silent.example.com': 'silent',
  })
})
afterAll(() => server.close())

const ask = (host: string, signal = new AbortController().signal) =>
  queryNameServers(host, { signal, servers: server.servers })

describe('queryNameServers', () => {
  test.each([
    ['both.example.com', ['8.8.4.4', '8.8.8.8', '2606:4700::1111']],
    ['four.example.com', ['8.8.8.8']],
    ['six.example.com', ['2606:4700::1111']],
  ])('default: %s', async (host, addresses) => {
    const foundAddresses = await ask(host)
    // Name servers may reorder the addresses of one family, but IPv4 comes first.
    const families = foundAddresses.map((ip) => ip.includes(':'))
    expect(families).toEqual(addresses.map((ip) => ip.includes(':')))
    expect(new Set(foundAddresses)).toEqual(new Set(addresses))
  })

  test.each(['none.example.com', 'unknown.example.com', 'broken.example.com'])(
    'error: rejects %s',
    async (host) => {
      await expect(ask(host)).rejects.toThrow(`${host} has no address`)
    },
  )

  test('error: rejects at the signal when the server does not respond', async () => {
    const controller = new AbortController()
    const startedAt = performance.now()
    const addresses = ask('silent.example.com', controller.signal)
    setTimeout(() => controller.abort(), 20)
    await expect(addresses).rejects.toThrow('has no address')
    // Sooner than its own timeout.
    expect(performance.now() - startedAt).toBeLessThan(1_000)
    await expect(ask('both.example.com', AbortSignal.abort(new Error('over')))).rejects.toThrow(
      'over',
    )
  })
})
