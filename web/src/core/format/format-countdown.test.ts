import { describe, expect, test } from 'vitest'
import { formatCountdown } from './format-countdown.js'

describe('formatCountdown', () => {
  test.each([
    [3_661_000, '1:01:01'],
    [36_000_000, '10:00:00'],
    [900_000, '15:00'],
    [61_000, '1:01'],
    [60_001, '1:01'],
    [9_000, '0:09'],
    [0, '0:00'],
    [-5_000, '0:00'],
  ])('default: %i ms is %s', (ms, text) => {
    expect(formatCountdown(ms)).toBe(text)
  })
})
