import { describe, expect, test } from 'vitest'
import { unixMs } from '../../lib/time.js'
import { findEnd, findPeriod } from './periods.js'

const grid = { start: 1_000, end: 1_350, period: 100 }
const at = (seconds: number) => unixMs(seconds * 1_000)

describe('findPeriod', () => {
  test.each([
    ['before the start', 999, null],
    ['at the start', 1_000, { index: 0, startAt: 1_000_000, endAt: 1_100_000 }],
    ['in the last second of a period', 1_099, { index: 0, startAt: 1_000_000, endAt: 1_100_000 }],
    ['at the start of the next period', 1_100, { index: 1, startAt: 1_100_000, endAt: 1_200_000 }],
    ['in the last period', 1_349, { index: 3, startAt: 1_300_000, endAt: 1_350_000 }],
    ['at the end', 1_350, null],
  ])('behavior: %s', (_name, seconds, expected) => {
    expect(findPeriod(grid, at(seconds))).toEqual(expected)
  })

  test('behavior: accepts the largest end that a permission can have', () => {
    const endless = { ...grid, end: 2 ** 48 - 1 }
    expect(findPeriod(endless, at(1_250))).toMatchObject({ index: 2 })
  })
})

describe('findEnd', () => {
  test('default', () => {
    expect(findEnd(grid)).toBe(1_350_000)
  })

  test('behavior: null for an end that is too late to represent', () => {
    expect(findEnd({ end: 2 ** 48 - 1 })).toBeNull()
  })
})
