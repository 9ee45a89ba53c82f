import { describe, expect, test } from 'vitest'
import { requireMerchantOwned } from './require-merchant-owned.js'
import { PricingConfig, PricingConfigChange } from './schemas.js'

describe('requireMerchantOwned', () => {
  test('default', () => {
    const change = { addOnFeePct: 1, acceptedCurrencies: [], rateProvider: null, ratePins: {} }
    expect(() => requireMerchantOwned(change)).not.toThrow()
  })

  test('behavior: accepts unknown fields', () => {
    expect(() => requireMerchantOwned({ wallet: '0x', color: 'red', toString: 1 })).not.toThrow()
  })

  const platformOwned = Object.keys(PricingConfig.properties).filter(
    (field) => !Object.hasOwn(PricingConfigChange.properties, field),
  )

  test.each(platformOwned)('error: refuses %s with any value', (field) => {
    for (const value of [null, 0, {}, 'x']) {
      expect(() => requireMerchantOwned({ addOnFeePct: 1, [field]: value })).toThrow(
        expect.objectContaining({ code: 'forbidden', message: expect.stringContaining(field) }),
      )
    }
  })

  test('error: names all refused fields', () => {
    expect(() => requireMerchantOwned({ rates: {}, baseFeePct: 0 })).toThrow('baseFeePct, rates')
  })
})
