import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startEvmNode } from '../../../test/fixtures/servers/evm-node.js'
import {
  drip,
  ecbFile,
  ecbXml,
  hangUp,
  never,
  type RateServer,
  type Reply,
  send,
  spotPrice,
  startRateServer,
} from '../../../test/fixtures/servers/rate-server.js'
import { testNow } from '../../../test/harness.js'
import { testConfig } from '../../../test/test-config.js'
import { type Address, parseAddress } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'
import type { Chain } from '../../platform/chain/chain.js'
import { createViemChain } from '../../platform/chain/viem-chain.js'
import { askProviders } from './ask-providers.js'
import type { MarketProviderName } from './provider.js'
import type { RateContext, RateSources } from './rate-sources.js'
import type { MarketUnit } from './units.js'

const feed = parseAddress('0x00000000000000000000000000000000000feed1') as Address
const nowSeconds = BigInt(testNow / 1_000)

let server: RateServer
let node: Awaited<ReturnType<typeof startEvmNode>>
beforeAll(async () => {
  server = await startRateServer()
  node = await startEvmNode({ [feed]: aggregatorCode(108_320_000n, nowSeconds - 3_600n) })
})
beforeEach(() => server.reset())
afterAll(async () => {
  await server.close()
  await node.close()
})

/** Queries one source for one unit. */
async function ask(
  provider: MarketProviderName,
  options: {
    unit?: MarketUnit
    sources?: Partial<RateSources>
    readFeed?: Chain['readFeed'] | undefined
  } = {},
) {
  const { unit = 'EUR', readFeed } = options
  const ctx = {
    config: {
      ...testConfig(),
      ...server.sources,
      // Long, so that a busy machine does not fail the test.
      timeoutMs: 15_000,
      chainlinkFeeds: { EUR: feed, ETH: feed },
      ...options.sources,
    },
    fetch,
    now: (): UnixMs => testNow,
    chain: readFeed ? { readFeed } : null,
  }
  const { quotes, refused } = await askProviders(ctx as unknown as RateContext, {
    unit,
    names: [provider],
  })
  return quotes[0] ?? refused[0]?.reason
}

const tenMegabytes = Buffer.alloc(10_000_000, ' ')
const troubles: [string, Reply, string][] = [
  ['does not respond', never, 'no response within 250 ms'],
  ['sends byte by byte', drip, 'no response within 250 ms'],
  ['hangs up', hangUp, 'not reachable'],
  ['fails', send('{}', { status: 500 }), 'status 500'],
  ['has no content', send('', { status: 204 }), 'status 204'],
  ['redirects', send('', { status: 302, headers: { location: '/elsewhere' } }), 'status 302'],
  ['sends 10 MB', send(tenMegabytes), 'response is longer than 64 KiB'],
  [
    'sends 10 MB compressed',
    send(gzipSync(tenMegabytes), { headers: { 'content-encoding': 'gzip' } }),
    'response is longer than 64 KiB',
  ],
  [
    'sends less than it promised',
    (response) => {
      response.writeHead(200, { 'content-length': '1000' })
      response.write('{"data":', () => response.destroy())
    },
    'not reachable',
  ],
]
/** A short timeout for sources that do not respond. */
const timeoutFor = (reason: string) =>
  reason.startsWith('no response') ? { sources: { timeoutMs: 250 } } : {}
const closedPort = { ecbRatesUrl: 'http://127.0.0.1:9/', coinbaseUrl: 'http://127.0.0.1:9' }

describe('askProviders, the European Central Bank', () => {
  test('default', async () => {
    server.ecb(ecbFile({ day: '2025-12-31', usd: '1.0832' }))
    expect(await ask('ecb')).toEqual({
      provider: 'ecb',
      rate: 1_083_200n,
      quotedAt: Date.UTC(2025, 11, 31, 13, 15),
    })
  })

  test.each(troubles)('error: %s', async (_, reply, reason) => {
    server.ecb(reply)
    expect(await ask('ecb', timeoutFor(reason))).toBe(reason)
    expect(server.requested).toEqual(['/ecb.xml'])
  })

  test('error: the port is closed', async () => {
    expect(await ask('ecb', { sources: closedPort })).toBe('not reachable')
  })

  test.each([
    ['a page', send('<html><body>1.0832</body></html>'), 'not the daily file'],
    ['JSON', spotPrice('EUR', '1.08'), 'not the daily file'],
    ['nothing', send(''), 'not the daily file'],
    [
      'a file that is too long',
      send(ecbXml({ day: '2025-12-31', usd: '1.08' }) + ' '.repeat(65_536)),
      '64 KiB',
    ],
    ['a rate 100 times too high', ecbFile({ day: '2025-12-31', usd: '108.32' }), 'out of bounds'],
    ['a rate 100 times too low', ecbFile({ day: '2025-12-31', usd: '0.010832' }), 'out of bounds'],
    ['an old day', ecbFile({ day: '2025-12-27', usd: '1.0832' }), 'stale'],
    ['tomorrow', ecbFile({ day: '2026-01-02', usd: '1.0832' }), 'from the future'],
    ['a date in the far future', ecbFile({ day: '9999-12-31', usd: '1.0832' }), 'from the future'],
    ...['NaN', '1e309', '-1.08', '', '0', '0x1'].map((usd): [string, Reply, string] => [
      `the rate ${usd}`,
      ecbFile({ day: '2025-12-31', usd }),
      'not the daily file',
    ]),
  ])('error: sends %s', async (_, reply, reason) => {
    server.ecb(reply)
    expect(await ask('ecb')).toContain(reason)
  })

  test('error: refuses units other than the euro', async () => {
    expect(await ask('ecb', { unit: 'ETH' })).toBe('unit is not quoted by the ECB')
    expect(server.requested).toEqual([])
  })
})

describe('askProviders, Coinbase', () => {
  test.each([
    ['EUR', '1.08345549999999', 1_083_455n],
    ['ETH', '3021.455', 3_021_455_000n],
  ] as const)('default: %s', async (unit, amount, rate) => {
    server.coinbase(unit, spotPrice(unit, amount))
    expect(await ask('coinbase', { unit })).toEqual({
      provider: 'coinbase',
      rate,
      quotedAt: testNow,
    })
  })

  test.each(troubles)('error: %s', async (_, reply, reason) => {
    server.coinbase('EUR', reply)
    expect(await ask('coinbase', timeoutFor(reason))).toBe(reason)
    expect(server.requested).toHaveLength(1)
  })

  test('error: the port is closed', async () => {
    expect(await ask('coinbase', { sources: closedPort })).toBe('not reachable')
  })

  test.each([
    ['a page', send('<html></html>'), 'not a spot price'],
    ['nothing', send(''), 'not a spot price'],
    ['null', send('null'), 'not a spot price'],
    ['a list', send('[{"data":{}}]'), 'not a spot price'],
    ['an error', send('{"errors":[{"id":"not_found"}]}'), 'not a spot price'],
    ['no amount', send('{"data":{"base":"EUR","currency":"USD"}}'), 'not a spot price'],
    ['a number', spotPrice('EUR', 1.08), 'not a spot price'],
    ['another unit', spotPrice('ETH', '1.08'), 'another pair'],
    ['a rate 100 times too high', spotPrice('EUR', '108.32'), 'out of bounds'],
    ['a rate 100 times too low', spotPrice('EUR', '0.010832'), 'out of bounds'],
    ...['NaN', '1e309', '-1.08', '', ' 1.08', '0', '1.08\u0000', '9'.repeat(16)].map(
      (amount): [string, Reply, string] => [
        `the rate ${JSON.stringify(amount)}`,
        spotPrice('EUR', amount),
        'no plain decimal',
      ],
    ),
  ])('error: sends %s', async (_, reply, reason) => {
    server.coinbase('EUR', reply)
    expect(await ask('coinbase')).toContain(reason)
  })
})

describe('askProviders, Chainlink', () => {
  const validRound = { answer: 302_145_500_000n, decimals: 8, updatedAtSeconds: nowSeconds - 600n }
  const askFeed = (change: Partial<typeof validRound>, unit: MarketUnit = 'ETH') =>
    ask('chainlink', { unit, readFeed: async () => ({ ...validRound, ...change }) })

  test('default', async () => {
    expect(await askFeed({})).toEqual({
      provider: 'chainlink',
      rate: 3_021_455_000n,
      quotedAt: testNow - 600_000,
    })
  })

  test.each([
    [{ answer: 3_021_455_000_500_000_000_000n, decimals: 18 }, 3_021_455_001n],
    [{ answer: 3_021n, decimals: 0 }, 3_021_000_000n],
  ])('behavior: accepts any precision %#', async (change, rate) => {
    expect(await askFeed(change)).toMatchObject({ rate })
  })

  test.each([
    ['no round', { answer: 0n, updatedAtSeconds: 0n }, 'not a price'],
    ['a negative price', { answer: -1n }, 'not a price'],
    ['a huge price', { answer: 2n ** 255n - 1n }, 'not a price'],
    ['a huge precision', { decimals: 255 }, 'invalid precision'],
    ['no time', { updatedAtSeconds: 0n }, 'no valid time'],
    ['a huge time', { updatedAtSeconds: 2n ** 256n - 1n }, 'no valid time'],
    ['a quote of an hour ago', { updatedAtSeconds: nowSeconds - 3_601n }, 'stale'],
    [
      'a quote that ends before the next round',
      { updatedAtSeconds: nowSeconds - 3_540n },
      'about to expire',
    ],
    ['a quote from the future', { updatedAtSeconds: nowSeconds + 301n }, 'from the future'],
    ['a price too high', { decimals: 2 }, 'out of bounds'],
    ['a price too low', { decimals: 12 }, 'out of bounds'],
  ])('error: returns %s', async (_, change, reason) => {
    expect(await askFeed(change)).toContain(reason)
  })

  test('error: the chain is not reachable', async () => {
    const readFeed = () => Promise.reject(new Error('https://user:hunter2@rpc.test is down'))
    expect(await ask('chainlink', { readFeed })).toBe('the chain is not reachable')
  })

  test('error: the chain does not respond', async () => {
    const readFeed = () => new Promise<never>(() => {})
    expect(await ask('chainlink', { readFeed, sources: { timeoutMs: 250 } })).toBe(
      'no response within 250 ms',
    )
  })

  test('error: no chain is configured', async () => {
    expect(await ask('chainlink')).toBe('no chain is configured')
  })

  test('error: no aggregator is configured', async () => {
    const readFeed = async () => validRound
    const sources = { chainlinkFeeds: {} }
    expect(await ask('chainlink', { readFeed, sources })).toBe('no aggregator is configured')
  })

  test('behavior: reads a contract on a real node', async () => {
    const readFeed = createViemChain({ chainRpcUrl: [node.url], chainId: 84_532 })?.readFeed
    expect(await ask('chainlink', { readFeed })).toEqual({
      provider: 'chainlink',
      rate: 1_083_200n,
      quotedAt: testNow - 3_600_000,
    })

    const nothing = parseAddress(`0x${'0'.repeat(38)}ab`) as Address
    const sources = { chainlinkFeeds: { EUR: nothing } }
    expect(await ask('chainlink', { readFeed, sources })).toBe('the chain is not reachable')
  })
})

/** Returns the code of an aggregator with eight decimals and this last round. */
function aggregatorCode(answer: bigint, updatedAtSeconds: bigint): `0x${string}` {
  const word = (value: bigint) => value.toString(16).padStart(64, '0')
  const dispatch = ['60003560e01c', '63313ce56714', '605c57'] // jumps to 0x5c for decimals()
  const round = [
    `7f${word(answer)}602052`, // second word
    `7f${word(updatedAtSeconds)}606052`, // fourth word
    '60a06000f3', // five words
  ]
  const decimals = ['5b', '6008600052', '60206000f3']
  return `0x${[...dispatch, ...round, ...decimals].join('')}`
}
