import { describe, expect, test } from 'vitest'
import { testConfig } from '../../../test/test-config.js'
import { listRateProviders } from './list-rate-providers.js'

describe('listRateProviders', () => {
  test('default', () => {
    const config = { ...testConfig(), mode: 'live', chainId: 8453 } as const
    expect(listRateProviders(config, 'EUR')).toEqual(['chainlink', 'coinbase', 'ecb'])
    expect(listRateProviders(config, 'ETH')).toEqual(['chainlink', 'coinbase'])
  })

  test('behavior: a sandbox has its fixed rates', () => {
    expect(listRateProviders(testConfig(), 'EUR')).toEqual(['fixed'])
  })

  test.each([
    ['ecb,coinbase', 'ecb coinbase'],
    ['coinbase,fixed', 'coinbase'],
    ['fixed,coinbase', 'fixed'],
  ])('behavior: of %s one can choose %s', (RATE_PROVIDERS, names) => {
    expect(listRateProviders(testConfig({ RATE_PROVIDERS }), 'EUR').join(' ')).toBe(names)
  })

  test('behavior: nobody knows the unit', () => {
    expect(listRateProviders(testConfig({ FIXED_RATES: 'ETH=3000' }), 'EUR')).toEqual([])
  })
})
