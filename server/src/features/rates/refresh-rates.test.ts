import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  drip,
  ecbFile,
  never,
  type RateServer,
  type Reply,
  send,
  spotPrice,
  startRateServer,
} from '../../../test/fixtures/servers/rate-server.js'
import {
  createRecordingLog,
  createTestContext,
  type TestContext,
  testNow,
} from '../../../test/harness.js'
import { type Address, parseAddress } from '../../lib/hex.js'
import { ppm, ppmFromDecimal } from '../../lib/money.js'
import { MINUTE_MS, unixMs } from '../../lib/time.js'
import type { Chain } from '../../platform/chain/chain.js'
import type { Context } from '../../platform/context.js'
import { checkRates } from './feature.js'
import { findRate } from './find-rate.js'
import { providerNames } from './provider.js'
import type { RateContext } from './rate-sources.js'
import { refreshRates } from './refresh-rates.js'
import { replaceRate } from './store.js'
import { type MarketUnit, marketUnitNames } from './units.js'

const feeds = {
  EUR: parseAddress('0x00000000000000000000000000000000000feed1') as Address,
  ETH: parseAddress('0x00000000000000000000000000000000000feed2') as Address,
}
const truth = { EUR: '1.0832', ETH: '3021.45' }
const { log, lines } = createRecordingLog()

let server: RateServer
let base: TestContext
let world: ReturnType<typeof createWorld>
beforeAll(async () => {
  server = await startRateServer()
  base = await createTestContext({ log, environment: { RATE_PROVIDERS: 'chainlink,coinbase,ecb' } })
})
beforeEach(async () => {
  world = createWorld()
  lines.length = 0
  await base.db.query('delete from exchange_rates')
})
afterAll(async () => {
  await base.close()
  await server.close()
})

/** Sources that return correct rates by default, and a separate clock. */
function createWorld() {
  let now = testNow
  const prices: Record<MarketUnit, string | null> = { ...truth }
  const readFeed: Chain['readFeed'] = async (feed) => {
    const price = feed === feeds.EUR ? prices.EUR : prices.ETH
    if (price === null) throw new Error('the chain is down')
    const answer = (ppmFromDecimal(price) ?? 0n) * 100n
    return { answer, decimals: 8, updatedAtSeconds: BigInt(now / 1_000 - 600) }
  }
  const config = { ...base.config, ...server.sources, chainlinkFeeds: feeds }
  const ctx: RateContext = {
    ...base,
    config,
    // Rates use nothing else of the chain.
    chain: { readFeed } as unknown as Chain,
    now: () => now,
  }
  server.reset()
  server.ecb(ecbFile({ day: '2025-12-31', usd: truth.EUR }))
  server.coinbase('EUR', spotPrice('EUR', truth.EUR))
  server.coinbase('ETH', spotPrice('ETH', truth.ETH))

  return {
    ctx,
    prices,
    advance(ms: number) {
      now = unixMs(now + ms)
    },
    use(...rateProviders: Context['config']['rateProviders']) {
      world.ctx.config = { ...world.ctx.config, rateProviders }
    },
    round: () => refreshRates.run(ctx, new AbortController().signal),
  }
}

/** Sets the replies of all web sources. */
function webSays(reply: (unit: MarketUnit, source: 'ecb' | 'coinbase') => Reply) {
  server.ecb(reply('EUR', 'ecb'))
  for (const unit of marketUnitNames) server.coinbase(unit, reply(unit, 'coinbase'))
}

const warnings = () => lines.filter(({ level }) => level === 40 || level === 'warn')
const rateOf = (unit: MarketUnit) => ppmFromDecimal(truth[unit])
const unavailable = { kind: 'unavailable' }

describe('refreshRates', () => {
  test('default', async () => {
    const figures = await world.round()

    expect(figures).toMatchObject({ EUR: { chosen: 'chainlink' }, ETH: { chosen: 'chainlink' } })
    const quotedAt = testNow - 10 * MINUTE_MS
    for (const unit of marketUnitNames) {
      expect(await findRate(world.ctx, unit)).toEqual({
        kind: 'rate',
        usdPerUnit: rateOf(unit),
        quotedAt,
        provider: 'chainlink',
      })
    }
    expect(await findRate(world.ctx, 'EURC')).toEqual(await findRate(world.ctx, 'EUR'))
    expect(await checkRates(world.ctx)).toEqual({ ok: true, ageMs: 10 * MINUTE_MS })
    expect(warnings()).toEqual([])
  })

  test('behavior: with fixed rates queries no source and stores nothing', async () => {
    world.use('fixed')
    expect(await world.round()).toMatchObject({ EUR: { chosen: 'no market source' } })
    expect(server.requested).toEqual([])
    expect((await base.db.query('select unit from exchange_rates')).rows).toEqual([])
    expect(await findRate(world.ctx, 'EUR')).toMatchObject({ provider: 'fixed', quotedAt: testNow })
    expect(await checkRates(world.ctx)).toEqual({ ok: true, ageMs: 0 })
  })

  test('behavior: logs an outlier once and its recovery once', async () => {
    world.prices.ETH = '3000'
    server.coinbase('EUR', spotPrice('EUR', '1.20'))
    for (let round = 0; round < 3; round += 1) {
      await world.round()
      world.advance(MINUTE_MS)
    }
    expect(warnings()).toHaveLength(1)
    expect(warnings()[0]).toMatchObject({
      unit: 'EUR',
      alarm: 'outvoted: coinbase',
      msg: 'exchange rate is unreliable',
    })
    expect(await checkRates(world.ctx)).toMatchObject({
      ok: true,
      alarm: 'EUR: outvoted: coinbase',
    })

    server.coinbase('EUR', spotPrice('EUR', truth.EUR))
    await world.round()
    await world.round()
    const endings = lines.filter(({ msg }) => msg === 'exchange rate recovered')
    expect(endings).toHaveLength(1)
    expect(await checkRates(world.ctx)).toEqual({ ok: true, ageMs: 10 * MINUTE_MS })
  })

  test('behavior: without sources, keeps the last rate until it is stale', async () => {
    await world.round()
    world.prices.EUR = null
    world.prices.ETH = null
    webSays(() => send('', { status: 503 }))

    for (let minute = 0; minute < 50; minute += 10) {
      expect(await findRate(world.ctx, 'ETH')).toMatchObject({ usdPerUnit: rateOf('ETH') })
      await world.round()
      world.advance(10 * MINUTE_MS)
    }
    expect(await findRate(world.ctx, 'ETH')).toMatchObject({ usdPerUnit: rateOf('ETH') })
    world.advance(1)
    expect(await findRate(world.ctx, 'ETH')).toEqual(unavailable)
    expect(await findRate(world.ctx, 'EUR')).toMatchObject({ usdPerUnit: rateOf('EUR') })
    expect(await checkRates(world.ctx)).toEqual({
      ok: false,
      ageMs: null,
      alarm: 'ETH: no provider returned a usable rate; EUR: no provider returned a usable rate',
    })
    expect(warnings()).toHaveLength(2)
  })

  test('behavior: switches between sources without a gap', async () => {
    world.use('chainlink', 'coinbase')
    await world.round()
    const providers: (string | undefined)[] = []
    for (const price of [truth.ETH, null, null, null, truth.ETH, truth.ETH]) {
      world.prices.ETH = price
      world.advance(MINUTE_MS)
      await world.round()
      const foundRate = await findRate(world.ctx, 'ETH')
      providers.push(foundRate.kind === 'rate' ? foundRate.provider : undefined)
    }
    const [first, second] = ['chainlink', 'coinbase']
    expect(providers).toEqual([first, second, second, second, first, first])
  })

  test('error: has no rate before the first accepted one', async () => {
    world.use('coinbase')
    server.coinbase('ETH', spotPrice('ETH', '302145'))
    await world.round()
    expect(await findRate(world.ctx, 'ETH')).toEqual(unavailable)
    expect(await checkRates(world.ctx)).toMatchObject({ ok: false, ageMs: null })
    expect(await findRate(world.ctx, 'EUR')).toMatchObject({ provider: 'coinbase' })
  })

  test('behavior: uses a fixed rate in second place as a fallback', async () => {
    world.use('coinbase', 'fixed')
    webSays(() => never)
    await world.round()
    expect(await findRate(world.ctx, 'ETH')).toMatchObject({ provider: 'fixed' })
    webSays((unit) => spotPrice(unit, truth[unit]))
    await world.round()
    expect(await findRate(world.ctx, 'ETH')).toMatchObject({ provider: 'coinbase' })
  })

  test('behavior: ignores a source that was removed', async () => {
    await world.round()
    world.use('coinbase')
    expect(await findRate(world.ctx, 'EUR')).toEqual(unavailable)
  })
})

describe('a preferred source', () => {
  /** All within the tolerance of the first, which is the middle one. */
  const quoted = { chainlink: '1.0832', coinbase: '1.0850', ecb: '1.0800' } as const

  beforeEach(() => {
    server.coinbase('EUR', spotPrice('EUR', quoted.coinbase))
    server.ecb(ecbFile({ day: '2025-12-31', usd: quoted.ecb }))
  })

  const euro = (prefer?: string | null) =>
    findRate(world.ctx, 'EUR', prefer === undefined ? {} : { prefer })

  const quoteBy = (provider: keyof typeof quoted) => ({
    kind: 'rate',
    usdPerUnit: ppmFromDecimal(quoted[provider]),
    provider,
  })

  test('default', async () => {
    await world.round()
    for (const prefer of ['chainlink', 'coinbase', 'ecb'] as const) {
      expect(await euro(prefer)).toMatchObject(quoteBy(prefer))
    }
    expect(await euro('ecb')).toMatchObject({ quotedAt: Date.UTC(2025, 11, 31, 13, 15) })
    expect(await findRate(world.ctx, 'EURC', { prefer: 'ecb' })).toEqual(await euro('ecb'))
  })

  test.each([undefined, null, '', 'fixed', 'unknown', '__proto__'])(
    "behavior: uses the operator's order for %j",
    async (prefer) => {
      await world.round()
      expect(await euro(prefer)).toMatchObject(quoteBy('chainlink'))
    },
  )

  test('behavior: ignores an outvoted source', async () => {
    server.coinbase('EUR', spotPrice('EUR', '1.20'))
    await world.round()
    expect(await euro('coinbase')).toMatchObject(quoteBy('chainlink'))
  })

  test('behavior: stops using a source that no longer agrees', async () => {
    await world.round()
    world.advance(MINUTE_MS)
    server.coinbase('EUR', spotPrice('EUR', '1.20'))
    await world.round()
    expect(await euro('coinbase')).toMatchObject(quoteBy('chainlink'))
  })

  test('behavior: ignores a source without a quote', async () => {
    server.coinbase('EUR', send('', { status: 503 }))
    await world.round()
    const siteChoice = await euro()
    expect(siteChoice).toMatchObject({ kind: 'rate' })
    expect(await euro('coinbase')).toEqual(siteChoice)
  })

  test('behavior: each quote expires by the limit of its own source', async () => {
    await world.round()
    world.advance(5 * MINUTE_MS)
    expect(await euro('coinbase')).toMatchObject(quoteBy('coinbase'))
    world.advance(1)
    expect(await euro('coinbase')).toMatchObject(quoteBy('chainlink'))

    world.advance(26 * 60 * MINUTE_MS)
    expect(await euro()).toEqual(unavailable)
    expect(await euro('coinbase')).toEqual(unavailable)
    expect(await euro('ecb')).toMatchObject(quoteBy('ecb'))
  })

  test('behavior: ignores a source that was removed', async () => {
    await world.round()
    world.use('chainlink', 'coinbase')
    expect(await euro('ecb')).toMatchObject(quoteBy('chainlink'))
  })

  test('behavior: ignores the preference for a row of an older release', async () => {
    await world.round()
    await base.db.query('update exchange_rates set quotes = null')
    expect(await euro('ecb')).toMatchObject(quoteBy('chainlink'))
  })

  test('behavior: ignores quotes that belong to another rate', async () => {
    await world.round()
    // As an older release does, which does not write the column.
    await base.db.query(`update exchange_rates set usd_ppm = 1200000 where unit = 'EUR'`)
    for (const prefer of ['chainlink', 'coinbase', 'ecb']) {
      expect(await euro(prefer)).toMatchObject({ usdPerUnit: 1_200_000n, provider: 'chainlink' })
    }
  })

  test('behavior: keeps the quotes of the last rate during an alarm', async () => {
    await world.round()
    world.prices.EUR = '1.50'
    server.coinbase('EUR', spotPrice('EUR', '2'))
    world.advance(MINUTE_MS)
    await world.round()
    expect(await checkRates(world.ctx)).toMatchObject({
      alarm: expect.stringContaining('disagree'),
    })
    expect(await euro('coinbase')).toMatchObject(quoteBy('coinbase'))
  })

  test('behavior: falls back to the fixed rate with any preference', async () => {
    world.use('coinbase', 'fixed')
    webSays(() => never)
    await world.round()
    expect(await euro('coinbase')).toMatchObject({ provider: 'fixed' })
  })
})

describe('replaceRate', () => {
  const write = (provider: 'coinbase' | 'chainlink', quoted: number, fetched: number) => {
    const quote = { provider, rate: ppm(1_080_000n), quotedAt: unixMs(quoted) }
    return replaceRate(base.db, {
      unit: 'EUR',
      quote,
      voters: [quote],
      anchor: quote,
      fetchedAt: unixMs(fetched),
      alarm: null,
    })
  }

  test.each([
    ['a later round', 'coinbase', 11, 11, true],
    ['the same again', 'coinbase', 10, 10, true],
    ['an earlier round', 'coinbase', 11, 9, false],
    ['an earlier quote of the same source', 'coinbase', 9, 11, false],
    ['an earlier quote of another source', 'chainlink', 9, 11, true],
    ['an earlier round of another source', 'chainlink', 11, 9, false],
  ] as const)('behavior: %s', async (_, provider, quoted, fetched, isKept) => {
    await write('coinbase', 10, 10)
    expect(await write(provider, quoted, fetched)).toBe(isKept)
  })

  test('behavior: keeps the newest of many concurrent rates', async () => {
    const times = Array.from({ length: 20 }, (_, index) => (index * 7) % 20)
    await Promise.all(times.map((time) => write('coinbase', time, time)))
    const { rows } = await base.db.query('select quoted_at from exchange_rates')
    expect(rows).toEqual([{ quoted_at: '19' }])
  })
})

type Fault = { name: string; web: (unit: MarketUnit, source: 'ecb' | 'coinbase') => Reply }

const times = (unit: MarketUnit, factor: number) => (Number(truth[unit]) * factor).toFixed(6)
const quoting = (amount: (unit: MarketUnit) => string, day = '2025-12-31'): Fault['web'] => {
  return (unit, source) =>
    source === 'ecb' ? ecbFile({ day, usd: amount(unit) }) : spotPrice(unit, amount(unit))
}
const faults: Fault[] = [
  { name: 'is slow', web: () => never },
  { name: 'sends byte by byte', web: () => drip },
  { name: 'fails', web: () => send('', { status: 500 }) },
  { name: 'redirects', web: () => send('', { status: 301, headers: { location: '/' } }) },
  { name: 'sends a page', web: () => send('<html>1.08</html>') },
  { name: 'sends 10 MB', web: () => send(Buffer.alloc(10_000_000, '1')) },
  { name: 'has no rate', web: quoting(() => '') },
  { name: 'has no number', web: quoting(() => 'NaN') },
  { name: 'has a negative rate', web: quoting((unit) => `-${truth[unit]}`) },
  { name: 'has a huge rate', web: quoting(() => '1e309') },
  { name: 'is 100 times too high', web: quoting((unit) => times(unit, 100)) },
  { name: 'is 100 times too low', web: quoting((unit) => times(unit, 0.01)) },
  { name: 'is twice too high', web: quoting((unit) => times(unit, 2)) },
  { name: 'is half too low', web: quoting((unit) => times(unit, 0.5)) },
  { name: 'is stale', web: quoting((unit) => times(unit, 1.04), '2025-11-30') },
  { name: 'is ahead', web: quoting((unit) => times(unit, 1.04), '2026-03-01') },
]

describe('faulty sources', () => {
  async function expectRightOrNone() {
    for (const unit of marketUnitNames) {
      const foundRate = await findRate(world.ctx, unit)
      if (foundRate.kind === 'rate') expect(foundRate.usdPerUnit).toBe(rateOf(unit))
      for (const prefer of providerNames) {
        const preferred = await findRate(world.ctx, unit, { prefer })
        if (preferred.kind === 'rate') expect(preferred.usdPerUnit).toBe(rateOf(unit))
        else expect(foundRate).toEqual(unavailable)
      }
    }
  }

  test.each(faults)(
    'behavior: the rate is right or absent when one source $name',
    async ({ web }) => {
      for (const source of ['ecb', 'coinbase'] as const) {
        await base.db.query('delete from exchange_rates')
        webSays((unit, other) =>
          (other === source ? web : quoting((name) => truth[name]))(unit, other),
        )
        await world.round()
        await expectRightOrNone()
        expect(await findRate(world.ctx, 'EUR')).toMatchObject({ kind: 'rate' })
      }
    },
  )

  test.each(faults.filter(({ name }) => !/twice|half|stale|ahead/.test(name)))(
    'behavior: the rate is right or absent when the only source $name',
    { tags: 'slow', timeout: 20_000 },
    async ({ web }) => {
      world.use('coinbase')
      webSays(web)
      await world.round()
      await expectRightOrNone()
      expect(await findRate(world.ctx, 'ETH')).toEqual(unavailable)

      webSays(quoting((unit) => truth[unit]))
      await world.round()
      expect(await findRate(world.ctx, 'ETH')).toMatchObject({ usdPerUnit: rateOf('ETH') })

      webSays(web)
      for (let hour = 0; hour < 30; hour += 10) {
        await world.round()
        await expectRightOrNone()
        world.advance(600 * MINUTE_MS)
      }
      expect(await findRate(world.ctx, 'ETH')).toEqual(unavailable)
    },
  )

  test('behavior: the rate is right or absent when aggregators are off by a factor of 100', async () => {
    for (const factor of [100, 0.01]) {
      for (const unit of marketUnitNames) world.prices[unit] = times(unit, factor)
      await world.round()
      await expectRightOrNone()
      expect(await findRate(world.ctx, 'ETH')).toEqual(unavailable)
    }
  })
})
