import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { baseUnitsFromDecimal } from '../../../lib/money.js'
import { formatCoin } from './format-coin.js'

describe('formatCoin', () => {
  test('default', () => {
    expect(formatCoin(1_234_500_000_000_000n, 8_453)).toBe('0.0012345 ETH')
  })

  test('behavior: names the coin of an unknown chain generically', () => {
    expect(formatCoin(10n ** 18n, 4_711)).toBe('1 coins')
  })

  test('property: is exact to the last wei', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 100n }), (wei) => {
        const [amount = ''] = formatCoin(wei, 1).split(' ')
        expect(baseUnitsFromDecimal(amount, 18)).toBe(wei)
      }),
      { seed: 1, numRuns: 200 },
    )
  })
})
