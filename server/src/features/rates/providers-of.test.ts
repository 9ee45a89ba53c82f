import { describe, expect, test } from 'vitest'
import { testConfig } from '../../../test/test-config.js'
import { listRateProviders } from './providers-of.js'

describe('listRateProviders', () => {
  test('default', () => {
    const config = { ...testConfig(), mode: 'live', chainId: 8453 } as const
    expect(listRateProviders(config, 'EUR')).toEqual(['chainlink', 'coinbase', 'ecb'])
    expect(listRateProviders(config, 'ETH')).toEqual(['chainlink', 'coinbase'])
  })

  test('behavior: lists fixed rates in a sandbox', () => {
    expect(listRateProviders(testConfig(), 'EUR')).toEqual(['fixed'])
  })

  test.each([
    ['ecb,coinbase', 'ecb coinbase'],
    ['coinbase,fixed', 'coinbase'],
    ['fixed,coinbase', 'fixed'],
  ])('behavior: with %s lists %s', (RATE_PROVIDERS, names) => {
    expect(listRateProviders(testConfig({ RATE_PROVIDERS }), 'EUR').join(' ')).toBe(names)
  })

  test('behavior: lists nothing for an unknown unit', () => {
    expect(listRateProviders(testConfig({ FIXED_RATES: 'ETH=3000' }), 'EUR')).toEqual([])
  })
})
