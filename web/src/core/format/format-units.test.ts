import fc from 'fast-check'
import { formatUnits as viemFormatUnits } from 'viem'
import { describe, expect, test } from 'vitest'
import { formatUnits } from './format-units.js'

describe('formatUnits', () => {
  test.each([
    [31_920_000n, 6, '31.92'],
    [0n, 6, '0'],
    [1n, 18, '0.000000000000000001'],
    [1_000_000n, 6, '1'],
    [10n, 0, '10'],
  ])('default: %s with %i decimals', (units, decimals, decimal) => {
    expect(formatUnits(units, decimals)).toBe(decimal)
  })

  test('property: formats as viem does', () => {
    const units = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
    fc.assert(
      fc.property(units, fc.integer({ min: 0, max: 36 }), (amount, decimals) => {
        expect(formatUnits(amount, decimals)).toBe(viemFormatUnits(amount, decimals))
      }),
      { numRuns: 300 },
    )
  })
})
