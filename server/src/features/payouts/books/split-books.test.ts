import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aWallet } from '../../../../test/fixtures/factories.js'
import { baseUnits, shareOut } from '../../../lib/money.js'
import type { Recipient } from '../../split/split.js'
import { shareLegs } from './split-books.js'

const recipientsOf = (shares: readonly number[]): Recipient[] =>
  shares.map((sharesBps, index) => ({
    address: aWallet(),
    sharesBps,
    role: index === 0 ? 'platform' : 'merchant',
  }))

describe('shareLegs', () => {
  test('default', () => {
    const recipients = recipientsOf([50, 9_950])
    const units = baseUnits(110_050_000n)
    const legs = shareLegs({ units, received: units, recipients })
    expect(legs.map((leg) => leg.units)).toEqual([550_250n, 109_499_750n])
  })

  test("behavior: units that were the merchant's for now go to the others with a later payment", () => {
    const recipients = recipientsOf([2_500, 2_500, 2_500, 2_500])
    const legs = shareLegs({ units: baseUnits(1n), received: baseUnits(4n), recipients })
    expect(legs.map((leg) => leg.units)).toEqual([1n, -2n, 1n, 1n])
  })

  test('property: legs sum to the payment, and over all payments to what the contract owes', () => {
    const payments = fc.array(fc.bigInt({ min: 1n, max: 10n ** 12n }), {
      minLength: 1,
      maxLength: 30,
    })
    fc.assert(
      fc.property(payments, fc.integer({ min: 1, max: 9_000 }), (amounts, bps) => {
        const shares = [bps, 999, 10_000 - 999 - bps].map((share) => Math.max(1, share))
        shares[2] = 10_000 - (shares[0] ?? 0) - (shares[1] ?? 0)
        const recipients = recipientsOf(shares)
        const sums = [0n, 0n, 0n]
        let received = 0n
        for (const amount of amounts) {
          received += amount
          const units = baseUnits(amount)
          const legs = shareLegs({ units, received: baseUnits(received), recipients })
          expect(legs.reduce((sum, leg) => sum + leg.units, 0n)).toBe(amount)
          for (const [index, leg] of legs.entries()) sums[index] = (sums[index] ?? 0n) + leg.units
        }
        const owedUnits = shareOut(baseUnits(received), shares)
        expect([sums[0], sums[2]]).toEqual([owedUnits[0], owedUnits[2]])
        const dust = (sums[1] ?? 0n) - (owedUnits[1] ?? 0n)
        expect(dust >= 0n && dust < BigInt(recipients.length)).toBe(true)
      }),
    )
  })
})
