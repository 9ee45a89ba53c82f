import { Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import { silentLog } from '../../../../test/fixtures/silent-log.js'
import { testConfig } from '../../../../test/test-config.js'
import { createMetrics } from '../../metrics.js'
import { createHttpServer } from '../create-http-server.js'

const visitor = '203.0.113.7'

/** Returns the address that the service takes for the visitor's. */
async function addressOf(request: { trusted: string; peer: string; forwarded: string }) {
  const config = testConfig({ TRUSTED_PROXIES: request.trusted })
  const metrics = createMetrics()
  const { server } = createHttpServer({ config, rootLog: silentLog, metrics })
  server.get('/ip', { schema: { response: { 200: Type.Any() } } }, async ({ ip }) => ({ ip }))
  const response = await server.inject({
    url: '/ip',
    remoteAddress: request.peer,
    headers: { 'x-forwarded-for': request.forwarded },
  })
  await server.close()
  return response.json().ip
}

describe('TRUSTED_PROXIES', () => {
  test.each([
    ['a local proxy', '127.0.0.1', '127.0.0.1', visitor],
    ['a local proxy over IPv6', '127.0.0.1,::1', '::1', visitor],
    ['a proxy on a socket for both versions', '10.0.0.0/8', '::ffff:10.0.1.2', visitor],
    ['a balancer that appends', '10.0.1.0/24', '10.0.1.9', `198.51.100.1, ${visitor}`],
    [
      'a balancer that also appends itself',
      '35.191.0.0/16,192.0.2.10',
      '35.191.0.4',
      `198.51.100.1, ${visitor}, 192.0.2.10`,
    ],
  ])('default: takes the address from %s', async (_name, trusted, peer, forwarded) => {
    expect(await addressOf({ trusted, peer, forwarded })).toBe(visitor)
  })

  test.each([
    ['none is set', 'none'],
    ['the sender is not in the list', '127.0.0.1,10.0.0.0/8'],
  ])('behavior: ignores the header when %s', async (_name, trusted) => {
    const forwarded = '198.51.100.1'
    expect(await addressOf({ trusted, peer: visitor, forwarded })).toBe(visitor)
  })
})
