import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cents } from '../../lib/money.js'
import { roundParts, roundToCents } from './round-parts.js'

describe('roundParts', () => {
  test('default', () => {
    expect(roundParts([109_499_750n, 550_250n], cents(11_005n))).toEqual([10_950n, 55n])
  })

  test('behavior: raises the largest remainder first, then the first of equals', () => {
    expect(roundParts([4_000n, 9_000n, 7_000n], cents(2n))).toEqual([0n, 1n, 1n])
    expect(roundParts([5_000n, 5_000n], cents(1n))).toEqual([1n, 0n])
  })

  test('behavior: rounds negative amounts', () => {
    expect(roundParts([-5_000n, 15_000n], cents(1n))).toEqual([0n, 1n])
    expect(roundParts([-10_000n, 10_000n], cents(0n))).toEqual([-1n, 1n])
  })

  test('behavior: returns nothing without parts', () => {
    expect(roundParts([], cents(0n))).toEqual([])
  })

  test('property: parts add up and are off by less than a cent', () => {
    const parts = fc.array(fc.bigInt({ min: -(10n ** 12n), max: 10n ** 14n }), {
      minLength: 1,
      maxLength: 17,
    })
    fc.assert(
      fc.property(parts, (input) => {
        const total = roundToCents(input.reduce((sum, part) => sum + part, 0n))
        const rounded = roundParts(input, total)
        expect(rounded.reduce((sum, part) => sum + part, 0n)).toBe(total)
        for (const [index, part] of input.entries()) {
          const off = part - (rounded[index] ?? 0n) * 10_000n
          expect(off > -10_000n - 1n && off < 10_000n).toBe(true)
        }
      }),
      { numRuns: 300 },
    )
  })
})

describe('roundToCents', () => {
  test('default: rounds half away from zero', () => {
    expect([4_999n, 5_000n, -4_999n, -5_000n, 20_000n].map(roundToCents)).toEqual([
      0n,
      1n,
      0n,
      -1n,
      2n,
    ])
  })
})
