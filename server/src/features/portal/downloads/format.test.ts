import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cents, centsToDecimal, micros, microsToDecimal } from '../../../lib/money.js'
import { formatAmount, formatTime } from './format.js'

/** Parses a formatted amount. */
const readBack = (text: string) => Number(text.replaceAll(',', '').replace('\u2212', '-'))

describe('formatAmount', () => {
  test('default', () => {
    expect(formatAmount(110.05)).toBe('110.05')
  })

  test.each([
    [0, '0.00'],
    [12, '12.00'],
    [0.5, '0.50'],
    [-3, '\u22123.00'],
    [-0.05, '\u22120.05'],
    [999, '999.00'],
    [1_000, '1,000.00'],
    [-1_234_567.8, '\u22121,234,567.80'],
    [9_999_999_999_999.99, '9,999,999,999,999.99'],
    [10.000005, '10.000005'],
    [0.000001, '0.000001'],
    ['12', '12.00'],
    ['0.002333333333333334', '0.002333333333333334'],
    ['123456789012345678901.5', '123,456,789,012,345,678,901.50'],
  ])('behavior: formats %j as %s', (value, written) => {
    expect(formatAmount(value)).toBe(written)
  })

  test('behavior: keeps every digit, with at least two decimals', () => {
    const fiat = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n })
    const paid = fc.bigInt({ min: 0n, max: 10n ** 15n })
    const amount = fc.oneof(
      fiat.map((value) => centsToDecimal(cents(value))),
      paid.map((value) => microsToDecimal(micros(value))),
    )
    fc.assert(
      fc.property(amount, (value) => {
        const text = formatAmount(value)
        expect(text).toMatch(/^\u2212?\d{1,3}(,\d{3})*\.\d{2,6}$/)
        expect(readBack(text)).toBe(value)
      }),
      { numRuns: 300 },
    )
  })
})

/** 1 January 2026. */
const noon = 1_767_268_800_000

describe('formatTime', () => {
  test('default', () => {
    expect(formatTime(noon)).toBe('2026-01-01 12:00 UTC')
  })

  test('behavior: rounds down to the minute', () => {
    expect(formatTime(noon + 59_999)).toBe('2026-01-01 12:00 UTC')
    expect(formatTime(noon + 60_000)).toBe('2026-01-01 12:01 UTC')
  })
})
