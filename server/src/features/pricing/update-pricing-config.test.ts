import { describe, expect, test } from 'vitest'
import { testConfig } from '../../../test/test-config.js'
import { checkPricingChange } from './update-pricing-config.js'

const config = testConfig({ RATE_PROVIDERS: 'coinbase,ecb,fixed' })

describe('checkPricingChange', () => {
  test('default', () => {
    const change = {
      addOnFeePct: 1.5,
      acceptedCurrencies: ['EUR', 'USD'],
      rateProvider: 'ecb',
      ratePins: { EUR: 1.08 },
    }
    expect(checkPricingChange(change, config)).toEqual({
      fees: { processingFeePct: 1.5 },
      pricing: {
        acceptedCurrencies: ['EUR', 'USD'],
        rateProvider: 'ecb',
        ratePins: { EUR: 1.08 },
      },
    })
  })

  test('behavior: keeps omitted fields', () => {
    expect(checkPricingChange({}, config)).toEqual({ pricing: {} })
    expect(checkPricingChange({ addOnFeePct: 0 }, config)).toEqual({
      fees: { processingFeePct: 0 },
      pricing: {},
    })
  })

  test('behavior: ignores other fields of the shop', () => {
    const change = { name: 'x', fees: { processingFeePct: 9 }, pricing: { rateProvider: 'ecb' } }
    expect(checkPricingChange(change, config)).toEqual({ pricing: {} })
  })

  test('behavior: accepts null for the provider and the pinned rate', () => {
    const none = { rateProvider: null, ratePins: { EUR: null } }
    expect(checkPricingChange(none, config)).toEqual({ pricing: none })
  })

  test('behavior: accepts only the fixed provider where rates are fixed', () => {
    const fixed = testConfig()
    expect(checkPricingChange({ rateProvider: 'fixed' }, fixed)).toEqual({
      pricing: { rateProvider: 'fixed' },
    })
    expect(() => checkPricingChange({ rateProvider: 'ecb' }, fixed)).toThrow('must be one of fixed')
  })

  test.each<[string, object]>([
    ['addOnFeePct', { addOnFeePct: 50.0001 }],
    ['addOnFeePct', { addOnFeePct: -1 }],
    ['addOnFeePct', { addOnFeePct: 1.23456 }],
    ['addOnFeePct', { addOnFeePct: null }],
    ['acceptedCurrencies', { acceptedCurrencies: [] }],
    ['acceptedCurrencies entry 1:', { acceptedCurrencies: ['GBP'] }],
    ['rateProvider', { rateProvider: 'chainlink' }],
    ['rateProvider', { rateProvider: 'fixed' }],
    ['rateProvider', { rateProvider: '' }],
    ['ratePins.EUR', { ratePins: { EUR: 5.000001 } }],
    ['ratePins', { ratePins: null }],
  ])('error: %s in %j', (field, change) => {
    expect(() => checkPricingChange(change, config)).toThrow(
      expect.objectContaining({
        code: 'invalid_input',
        message: expect.stringMatching(new RegExp(`^${field} must `)),
      }),
    )
  })

  test('error: lists every problem', () => {
    const change = { addOnFeePct: 99, ratePins: { EUR: 99 } }
    expect(() => checkPricingChange(change, config)).toThrow(/^addOnFeePct .*\. ratePins\.EUR /)
  })
})
