import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyRate, cents, ppm, sumCents } from '../../../lib/money.js'
import { valueInDollars } from './value-in-dollars.js'

describe('valueInDollars', () => {
  test('default: converts the lines of an order', () => {
    const { total, parts } = valueInDollars([10_000n, 950n, 55n].map(cents), ppm(1_080_000n))
    expect([total, parts]).toEqual([11_885n, [10_800n, 1_026n, 59n]])
  })

  test('behavior: keeps dollars unchanged', () => {
    const amounts = [100n, -30n, 0n].map(cents)
    expect(valueInDollars(amounts, ppm(1_000_000n))).toEqual({ total: 70n, parts: amounts })
  })

  test('behavior: converts the total once; parts sum to it and are off by less than a cent', () => {
    const amount = fc.bigInt({ min: -(10n ** 9n), max: 10n ** 9n }).map(cents)
    const rate = fc.bigInt({ min: 200_000n, max: 5_000_000n })
    fc.assert(
      fc.property(
        fc.array(amount, { minLength: 1, maxLength: 20 }),
        rate,
        (amounts, usdPerUnit) => {
          const { total, parts } = valueInDollars(amounts, ppm(usdPerUnit))
          expect(total).toBe(applyRate(sumCents(amounts), ppm(usdPerUnit)))
          expect(sumCents(parts)).toBe(total)
          for (const [index, part] of parts.entries()) {
            const off = part * 1_000_000n - (amounts[index] ?? 0n) * usdPerUnit
            expect(off > -1_000_000n && off < 1_000_000n).toBe(true)
          }
        },
      ),
      { seed: 5, numRuns: 1_000 },
    )
  })
})
