import { describe, expect, test } from 'vitest'
import { formatExact } from './format-exact.js'

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
