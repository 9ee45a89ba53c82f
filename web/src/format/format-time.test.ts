import { describe, expect, test } from 'vitest'
import { formatCountdown, formatTime } from './format-time.js'

describe('formatTime', () => {
  test('default', () => {
    expect(formatTime(Date.UTC(2026, 10, 5, 9, 7))).toBe('5 Nov 2026, 09:07 UTC')
  })
})

describe('formatCountdown', () => {
  test.each([
    [900_000, '15:00'],
    [61_000, '1:01'],
    [60_001, '1:01'],
    [0, '0:00'],
    [-5_000, '0:00'],
  ])('default: %i ms is %s', (ms, text) => {
    expect(formatCountdown(ms)).toBe(text)
  })
})
