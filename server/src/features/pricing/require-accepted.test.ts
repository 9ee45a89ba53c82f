import { describe, expect, test } from 'vitest'
import { testConfig } from '../../../test/test-config.js'
import type { Currency } from '../../lib/money.js'
import { defaultSettings } from '../shop/default-settings.js'
import { requireAccepted } from './require-accepted.js'

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
