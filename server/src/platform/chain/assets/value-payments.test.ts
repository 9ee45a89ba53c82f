import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aPayment } from '../../../../test/fixtures/payment.js'
import { baseUnits, cents, ppm } from '../../../lib/money.js'
import { findToken, nativeToken } from '../tokens.js'
import { valuePayments } from './value-payments.js'

const bill = {
  currency: 'EUR' as const,
  totalUsdCents: cents(11_885n),
  totalCents: cents(11_005n),
}
const eurc = findToken(84_532, 'EURC')?.address ?? nativeToken

describe('valuePayments', () => {
  test('default: counts by state and mismatch', () => {
    const payments = [
      aPayment(),
      aPayment({ state: 'seen' }),
      aPayment({ state: 'orphaned' }),
      aPayment({ mismatch: 'wrong_token' }),
      aPayment({ token: `0x${'f'.repeat(40)}` as typeof nativeToken }),
      aPayment({ token: nativeToken, units: baseUnits(10n ** 18n) }),
    ]
    expect(valuePayments(payments, bill)).toBe(2_000_000n)
    const rated = aPayment({
      token: nativeToken,
      units: baseUnits(10n ** 18n),
      usdPerUnit: ppm(3_000_000n),
    })
    expect(valuePayments([rated], bill)).toBe(3_000_000n)
  })

  test('property: parts in one token sum to the whole', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: 1n, max: 20_000_000n }), { maxLength: 8 }), (cuts) => {
        const sum = cuts.reduce((a, b) => a + b, 0n)
        if (sum > 110_050_000n) return
        const parts = [...cuts, 110_050_000n - sum].filter((units) => units > 0n)
        const payments = parts.map((units) => aPayment({ token: eurc, units: baseUnits(units) }))
        expect(valuePayments(payments, bill)).toBe(118_850_000n)
        const short = [
          ...payments.slice(1),
          aPayment({ token: eurc, units: baseUnits((parts[0] ?? 1n) - 1n) }),
        ]
        expect(valuePayments(short, bill)).toBeLessThan(118_850_000n)
      }),
    )
  })
})
