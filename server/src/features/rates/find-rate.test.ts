import { describe, expect, test } from 'vitest'
import { testNow } from '../../../test/harness.js'
import { testConfig } from '../../../test/test-config.js'
import type { Queryable } from '../../platform/db/db.js'
import { findRate } from './find-rate.js'
import { providersOf } from './providers-of.js'

/** Fails when the database is used. */
const noDb: Queryable = {
  query: () => Promise.reject(new Error('unexpected database query')),
  afterCommit: () => {},
  writeOnCommit: async () => {},
}
const contextWith = (environment: Record<string, string>) => ({
  config: testConfig(environment),
  db: noDb,
  now: () => testNow,
})

describe('findRate', () => {
  test.each(['USD', 'USDC', 'USDT'] as const)('default: %s costs one dollar', async (unit) => {
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

  test('behavior: ignores the preference for fixed rates and dollars', async () => {
    const ctx = contextWith({})
    for (const unit of ['USD', 'EUR', 'ETH'] as const) {
      expect(await findRate(ctx, unit, { prefer: 'ecb' })).toEqual(await findRate(ctx, unit))
    }
  })

  test('error: returns unavailable for a unit without a fixed rate', async () => {
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

  test('behavior: has no aggregators on another chain unless configured', () => {
    const config = { ...testConfig(), mode: 'live', chainId: 1 } as const
    expect(providersOf(config, 'ETH')).toEqual(['coinbase'])
  })

  test('behavior: lists a source once', () => {
    const config = testConfig({ RATE_PROVIDERS: 'ecb,coinbase,ecb' })
    expect(providersOf(config, 'EUR')).toEqual(['ecb', 'coinbase'])
  })
})
