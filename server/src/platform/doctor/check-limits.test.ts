import { describe, expect, test } from 'vitest'
import { cents } from '../../lib/money.js'
import { defaultLimitSettings } from '../limits/limit-settings.js'
import { describeLimits, describeOwnMerchants } from './check-limits.js'

const messagesOf = (changes: Partial<typeof defaultLimitSettings>) =>
  describeLimits({ ...defaultLimitSettings, ...changes }).map(({ message }) => message)

describe('describeLimits', () => {
  test('default', () => {
    expect(messagesOf({})).toEqual(['Limits, prices and the platform fee have their defaults.'])
  })

  test('behavior: lists every figure that differs', () => {
    const { max, planPrices } = defaultLimitSettings
    expect(
      messagesOf({
        feeBps: 125,
        planPrices: { ...planPrices, pro: cents(1_999n) },
        max: { ...max, 'new-merchants': { network: 20, platform: 7 } },
      }),
    ).toEqual([
      'platformFeePct is 1.25. The default is 0.5.',
      'The price of pro in dollars is 19.99. The default is 399.',
      'new-merchants (platform) is 7. The default is 5000.',
    ])
  })
})

describe('describeOwnMerchants', () => {
  test('default', () => {
    expect(describeOwnMerchants(new Set()).message).toContain('is empty')
    expect(describeOwnMerchants(new Set(['0xa', '0xb'])).message).toContain('0xa, 0xb')
  })
})
