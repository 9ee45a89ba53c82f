import { describe, expect, test } from 'vitest'
import { testNow } from '../../../test/harness.js'
import { testConfig } from '../../../test/test-config.js'
import type { Queryable } from '../../platform/db/db.js'
import { findRate } from './find-rate.js'
import { providersOf } from './providers-of.js'

/** Whoever asks it has done too much. */
const noDb: Queryable = {
  query: () => Promise.reject(new Error('the database was asked')),
  afterCommit: () => {},
}
const contextWith = (environment: Record<string, string>) => ({
  config: testConfig(environment),
  db: noDb,
  now: () => testNow,
})

describe('findRate', () => {
  test.each(['USD', 'USDC', 'USDT'] as const)('default: %s is a dollar', async (unit) => {
    expect(await findRate(contextWith({ RATE_PROVIDERS: 'coinbase' }), unit)).toEqual({
      kind: 'rate',
      usdPerUnit: 1_000_000n,
      quotedAt: testNow,
      provider: 'identity',
    })
  })

  test.each([
    ['EUR', 1_080_000n],
    ['EURC', 1_080_000n],
    ['ETH', 3_000_000_000n],
  ] as const)('default: %s is fixed in the sandbox', async (unit, usdPerUnit) => {
    expect(await findRate(contextWith({}), unit)).toEqual({
      kind: 'rate',
      usdPerUnit,
      quotedAt: testNow,
      provider: 'fixed',
    })
  })

  test('behavior: what is fixed or a dollar is so whoever is preferred', async () => {
    const ctx = contextWith({})
    for (const unit of ['USD', 'EUR', 'ETH'] as const) {
      expect(await findRate(ctx, unit, { prefer: 'ecb' })).toEqual(await findRate(ctx, unit))
    }
  })

  test('error: a unit that was not fixed', async () => {
    expect(await findRate(contextWith({ FIXED_RATES: 'ETH=3000' }), 'EURC')).toEqual({
      kind: 'unavailable',
    })
  })
})

describe('providersOf', () => {
  test('default', () => {
    const config = { ...testConfig(), mode: 'live', chainId: 8453 } as const
    expect(providersOf(config, 'EUR')).toEqual(['chainlink', 'coinbase', 'ecb'])
    expect(providersOf(config, 'ETH')).toEqual(['chainlink', 'coinbase'])
  })

  test('behavior: on another chain there are no aggregators unless they are named', () => {
    const config = { ...testConfig(), mode: 'live', chainId: 1 } as const
    expect(providersOf(config, 'ETH')).toEqual(['coinbase'])
  })

  test('behavior: a source counts once', () => {
    const config = testConfig({ RATE_PROVIDERS: 'ecb,coinbase,ecb' })
    expect(providersOf(config, 'EUR')).toEqual(['ecb', 'coinbase'])
  })
})
