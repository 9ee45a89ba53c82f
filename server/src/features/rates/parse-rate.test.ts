import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseRate } from './parse-rate.js'

describe('parseRate', () => {
  test.each([
    ['1.0832', 1_083_200n],
    ['3000', 3_000_000_000n],
    ['0.000001', 1n],
    ['1.0000005', 1_000_001n],
    ['1.00000049999999999999', 1_000_000n],
    ['3021.4550000000000000001', 3_021_455_000n],
    ['999999999999999.9999999', 10n ** 21n],
  ])('default: %s', (text, rate) => {
    expect(parseRate(text)).toBe(rate)
  })

  test.each([
    ...['', ' ', '.', '1.', '.5', '01.08', '1,08', '1 ', ' 1', '1\n', '１'],
    ...['-1', '+1', '-0', '0', '0.0', '0.0000004'],
    ...['1e3', '1e309', '1E-7', '0x10', '0b1', '1n', '1_000', '1.0.8'],
    ...['NaN', 'Infinity', 'null', '1000000000000000', `1.${'0'.repeat(51)}`],
  ])('error: refuses %j', (text) => {
    expect(parseRate(text)).toBeNull()
  })

  test('behavior: rounds by at most half a millionth', () => {
    const whole = fc.bigInt({ min: 1n, max: 10n ** 15n - 1n })
    const fraction = fc.stringMatching(/^\d{1,50}$/)
    fc.assert(
      fc.property(whole, fraction, (before, behind) => {
        const scale = 10n ** BigInt(behind.length)
        const exact = BigInt(`${before}${behind}`) * 1_000_000n
        const error = (parseRate(`${before}.${behind}`) ?? 0n) * scale - exact
        // Half rounds up, so the error is above minus a half and at most a half.
        expect(2n * error <= scale && 2n * error > -scale).toBe(true)
      }),
    )
  })
})
