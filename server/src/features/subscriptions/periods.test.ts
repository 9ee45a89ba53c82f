import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { unixMs } from '../../lib/time.js'
import { findNextCharge, findPeriod, periodOf } from './periods.js'

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

describe('findNextCharge', () => {
  test.each([
    ['at the start, before it', 500, null, 1_000_000],
    ['at once, in a period that is not charged', 1_250, null, 1_250_000],
    ['at once, after missed periods', 1_250, 0, 1_250_000],
    ['at the next period, when the current one is charged', 1_250, 2, 1_300_000],
    ['never, when the last period is charged', 1_310, 3, null],
    ['never, after the end', 1_350, 1, null],
  ])('behavior: %s', (_name, seconds, chargedPeriod, expected) => {
    expect(findNextCharge(grid, { now: at(seconds), chargedPeriod })).toBe(expected)
  })

  test('property: is now or a start of a period, within the permission and after the charged one', () => {
    const seconds = fc.integer({ min: 0, max: 10_000 })
    const grids = fc.record({
      start: seconds,
      length: fc.integer({ min: 1, max: 10_000 }),
      period: fc.integer({ min: 1, max: 1_000 }),
    })
    fc.assert(
      fc.property(grids, seconds, fc.boolean(), ({ start, length, period }, now, isCharged) => {
        const one = { start, end: start + length, period }
        const chargedPeriod = isCharged ? (findPeriod(one, at(now))?.index ?? null) : null
        const next = findNextCharge(one, { now: at(now), chargedPeriod })
        if (next === null) return
        const found = findPeriod(one, next)
        expect(found).not.toBeNull()
        expect(next).toBeGreaterThanOrEqual(at(now))
        expect(found?.index).toBeGreaterThan(chargedPeriod ?? -1)
        if (next !== at(now)) expect(next).toBe(periodOf(one, found?.index ?? 0).startAt)
      }),
    )
  })
})
