import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatAmount, formatExact } from './format-money.js'

describe('formatAmount', () => {
  test.each([
    [110.05, '110.05'],
    [0, '0.00'],
    [1_234_567.8, '1,234,567.80'],
    [-5, '−5.00'],
    [0.000001, '0.000001'],
    [110.049999, '110.049999'],
    [40 + 70.05, '110.05'],
    [1e12, '1,000,000,000,000.00'],
    ['0.036683333333333334', '0.036683333333333334'],
    ['1000', '1,000.00'],
  ])('default: %s is %s', (amount, text) => {
    expect(formatAmount(amount)).toBe(text)
  })

  test('property: without grouping it is the same number', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e14, max: 1e14 }), (cents) => {
        const text = formatAmount(cents / 100)
          .replaceAll(',', '')
          .replace('−', '-')
        expect(Number(text)).toBe(cents / 100)
      }),
      { seed: 1, numRuns: 300 },
    )
  })
})

describe('formatExact', () => {
  test.each([
    ['12', '12.00'],
    ['12.5', '12.50'],
    ['0.01064', '0.01064'],
    ['1000000.123456', '1000000.123456'],
  ])('default: %s is %s', (amount, text) => {
    expect(formatExact(amount)).toBe(text)
  })
})
