import { describe, expect, test } from 'vitest'
import { aWallet } from '../../../../test/fixtures/factories.js'
import { baseUnits } from '../../../lib/money.js'
import { missingUnits, surplusUnits } from './missing-units.js'

const [merchant, platform] = [aWallet(), aWallet()]
const recipients = [
  { address: merchant, sharesBps: 9_950, role: 'merchant' as const },
  { address: platform, sharesBps: 50, role: 'platform' as const },
]

const missing = (received: bigint, paid: { merchant?: bigint; platform?: bigint }) =>
  missingUnits({
    received: baseUnits(received),
    recipients,
    payouts: [
      { account: merchant, units: baseUnits(paid.merchant ?? 0n) },
      { account: platform, units: baseUnits(paid.platform ?? 0n) },
    ],
  })

describe('missingUnits', () => {
  test('default: is nothing while the payouts are covered', () => {
    expect(missing(10_000n, { merchant: 9_950n, platform: 50n })).toBe(0n)
    expect(missing(10_000n, {})).toBe(0n)
  })

  test('behavior: is the least amount that pays every share, rounded down', () => {
    expect(missing(0n, { merchant: 9_950n, platform: 50n })).toBe(10_000n)
    // 10,199 units give the merchant 10,148 and the platform 50.
    expect(missing(0n, { merchant: 10_148n, platform: 50n })).toBe(10_199n)
    expect(missing(10_000n, { merchant: 9_951n })).toBe(2n)
    expect(missing(10_000n, { platform: 51n })).toBe(200n)
  })

  test('behavior: requires the whole amount for an account without a share', () => {
    const payouts = [{ account: aWallet(), units: baseUnits(7n) }]
    expect(missingUnits({ received: baseUnits(2n), recipients, payouts })).toBe(5n)
  })
})

describe('surplusUnits', () => {
  test('default: is what the payouts did not need', () => {
    const payouts = [{ account: merchant, units: baseUnits(9_950n) }]
    const surplus = (received: bigint) =>
      surplusUnits({ received: baseUnits(received), recipients, payouts })
    expect(surplus(10_007n)).toBe(7n)
    expect(surplus(9_999n)).toBe(0n)
  })
})
