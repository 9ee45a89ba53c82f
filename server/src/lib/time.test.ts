import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  DAY_MS,
  dayOf,
  HOUR_MS,
  MINUTE_MS,
  SECOND_MS,
  toIso,
  toUnixSeconds,
  unixMs,
  writeDay,
} from './time.js'

describe('unixMs', () => {
  test('default', () => {
    expect(unixMs(1_767_225_600_000)).toBe(1_767_225_600_000)
  })

  test.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('error: rejects %d', (value) => {
    expect(() => unixMs(value)).toThrow('not a whole number of milliseconds')
  })
})

describe('toUnixSeconds', () => {
  test('default', () => {
    expect(toUnixSeconds(unixMs(1_767_225_600_000))).toBe(1_767_225_600)
  })

  test('behavior: rounds down, also before 1970', () => {
    expect(toUnixSeconds(unixMs(1_999))).toBe(1)
    expect(toUnixSeconds(unixMs(-1))).toBe(-1)
  })

  test('property: the time falls within its second', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (value) => {
        const offset = value - toUnixSeconds(unixMs(value)) * SECOND_MS
        expect(offset >= 0 && offset < SECOND_MS).toBe(true)
      }),
      { seed: 1, numRuns: 1_000 },
    )
  })
})

describe('toIso', () => {
  test('default', () => {
    expect(toIso(unixMs(0))).toBe('1970-01-01T00:00:00.000Z')
    expect(toIso(unixMs(1_709_251_199_999))).toBe('2024-02-29T23:59:59.999Z')
  })

  test('error: throws beyond the calendar', () => {
    expect(() => toIso(unixMs(8_640_000_000_000_001))).toThrow(RangeError)
  })

  test('property: parses back to the same time', () => {
    fc.assert(
      fc.property(fc.integer({ min: -8.64e15, max: 8.64e15 }), (value) => {
        expect(Date.parse(toIso(unixMs(value)))).toBe(value)
      }),
      { seed: 1, numRuns: 1_000 },
    )
  })
})

describe('dayOf', () => {
  test('default', () => {
    expect(dayOf(DAY_MS - 1)).toBe(0)
    expect(dayOf(DAY_MS)).toBe(1)
  })
})

describe('writeDay', () => {
  test('default', () => {
    expect(writeDay(0)).toBe('1970-01-01')
    expect(writeDay(dayOf(1_709_251_199_999))).toBe('2024-02-29')
  })

  test('behavior: writes the last day of the calendar in full', () => {
    expect(writeDay(100_000_000)).toBe('+275760-09-13')
  })
})

describe('constants', () => {
  test('default', () => {
    expect([SECOND_MS, MINUTE_MS, HOUR_MS, DAY_MS]).toEqual([1_000, 60_000, 3_600_000, 86_400_000])
  })
})
