import { describe, expect, test } from 'vitest'
import { aPayment } from '../../../../test/fixtures/payment.js'
import { baseUnits, cents } from '../../../lib/money.js'
import { unixMs } from '../../../lib/time.js'
import { findMismatch } from './find-mismatch.js'

/** Finds the mismatch of a receipt of one dollar that expires at 100. */
function find(
  payments: { units: bigint; paidAt: number }[],
  expiresAt: number | null = 100,
  isBlocked = false,
) {
  return findMismatch({
    receipt: {
      expiresAt: expiresAt === null ? null : unixMs(expiresAt),
      totalUsdCents: cents(100n),
      currency: 'USD',
      totalCents: null,
    },
    payments: payments.map(({ units, paidAt }) =>
      aPayment({ units: baseUnits(units), paidAt: unixMs(paidAt) }),
    ),
    paidMicros: payments.reduce((sum, { units }) => sum + units, 0n),
    isBlocked,
  })
}

describe('findMismatch', () => {
  test('default: the payment that completes the amount decides whether it is late', () => {
    const half = { units: 500_000n, paidAt: 99 }
    expect(find([{ units: 1_000_000n, paidAt: 100 }])).toBeNull()
    expect(find([{ units: 1_000_000n, paidAt: 101 }])).toBe('late')
    expect(find([half, { ...half, paidAt: 101 }])).toBe('late')
    expect(find([{ units: 1_000_000n, paidAt: 101 }], null)).toBeNull()
  })

  test('behavior: a receipt that is blocked was not to be paid at all', () => {
    expect(find([{ units: 1_000_000n, paidAt: 101 }], 100, true)).toBe('blocked')
    expect(find([], 100, true)).toBeNull()
  })

  test('behavior: a payment after a complete one does not make it late', () => {
    const whole = { units: 1_000_000n, paidAt: 100 }
    expect(find([whole, { units: 1n, paidAt: 101 }])).toBeNull()
    expect(find([whole, { units: 10_000n, paidAt: 101 }])).toBe('over')
  })
})
