import { describe, expect, test } from 'vitest'
import { testConfig } from '../../../../test/test-config.js'
import type { Currency } from '../../../lib/money.js'
import { defaultSettings } from '../../shop/default-settings.js'
import { feeRate, requireAccepted } from './gather-sale-facts.js'

const { pricing } = defaultSettings(testConfig())
const taking = (...acceptedCurrencies: Currency[]) => ({
  pricing: { ...pricing, acceptedCurrencies },
})

describe('requireAccepted', () => {
  test.each(['USD', 'EUR'] as const)('default: accepts %s by default', (currency) => {
    expect(requireAccepted({ pricing }, currency)).toBeUndefined()
  })

  test('error: refuses a currency that the shop does not accept', () => {
    expect(requireAccepted(taking('EUR'), 'EUR')).toBeUndefined()
    expect(() => requireAccepted(taking('EUR'), 'USD')).toThrow(
      expect.objectContaining({ code: 'invalid_input', message: 'This shop accepts only EUR.' }),
    )
  })
})

describe('feeRate', () => {
  test.each([
    [0, 5_000n],
    [1.5, 20_000n],
    [0.0001, 5_001n],
    [50, 505_000n],
  ])('default: adds %s %% to the base fee', (processingFeePct, expected) => {
    expect(feeRate(50, { fees: { processingFeePct } })).toBe(expected)
  })

  test('behavior: follows the share of the platform', () => {
    expect(feeRate(0, { fees: { processingFeePct: 1 } })).toBe(10_000n)
    expect(feeRate(500, { fees: { processingFeePct: 0 } })).toBe(50_000n)
  })
})
