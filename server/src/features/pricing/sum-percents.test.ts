import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sumPercents } from './sum-percents.js'

describe('sumPercents', () => {
  test('default', () => {
    expect(sumPercents([0.5, 1.1])).toBe(1.6)
    expect(sumPercents([0.1, 0.2])).toBe(0.3)
    expect(sumPercents([0.5, 0])).toBe(0.5)
  })

  test('behavior: nothing makes 0', () => {
    expect(sumPercents([])).toBe(0)
  })

  test('behavior: any two fees add up digit by digit', () => {
    const tenThousandths = fc.nat(500_000)
    fc.assert(
      fc.property(tenThousandths, tenThousandths, (a, b) => {
        expect(sumPercents([a / 10_000, b / 10_000])).toBe((a + b) / 10_000)
      }),
      { numRuns: 300 },
    )
  })

  test('error: finer than a millionth', () => {
    expect(() => sumPercents([0.5, 0.0000001])).toThrow('more than six decimals')
  })
})
