import { describe, expect, test } from 'vitest'
import { rangeOfWord, readRange, timesOfRange } from './date-ranges.js'
import { addDays, dayAt, endOfDay, isDay, startOfDay, weekdayOf } from './days.js'

const newYork = 'America/New_York'
/** Tuesday, 17 November 2026, 23:30 in New York. */
const now = Date.UTC(2026, 10, 18, 4, 30)

describe('rangeOfWord', () => {
  test('default: counts days in the time zone of the shop', () => {
    const ranges = (['today', 'yesterday', 'week', 'month', '30d'] as const).map((word) =>
      rangeOfWord(word, now, newYork),
    )
    expect(ranges).toEqual([
      { first: '2026-11-17', last: '2026-11-17' },
      { first: '2026-11-16', last: '2026-11-16' },
      { first: '2026-11-16', last: '2026-11-17' },
      { first: '2026-11-01', last: '2026-11-17' },
      { first: '2026-10-19', last: '2026-11-17' },
    ])
    expect(rangeOfWord('today', now, 'UTC').first).toBe('2026-11-18')
  })

  test('behavior: months, quarters and years begin with their first day', () => {
    const words = ['last_month', 'quarter', 'last_quarter', 'year'] as const
    expect(words.map((word) => rangeOfWord(word, now, newYork))).toEqual([
      { first: '2026-10-01', last: '2026-10-31' },
      { first: '2026-10-01', last: '2026-11-17' },
      { first: '2026-07-01', last: '2026-09-30' },
      { first: '2026-01-01', last: '2026-11-17' },
    ])
    const newYear = Date.UTC(2027, 0, 2)
    expect(rangeOfWord('last_quarter', newYear, 'UTC').first).toBe('2026-10-01')
    expect(rangeOfWord('last_month', newYear, 'UTC').last).toBe('2026-12-31')
  })
})

describe('timesOfRange', () => {
  test('default: starts and ends at midnight of the shop', () => {
    expect(timesOfRange('today', now, newYork)).toEqual({
      from: Date.UTC(2026, 10, 17, 5),
      to: Date.UTC(2026, 10, 18, 5) - 1,
    })
    expect(timesOfRange('2026-11-01..2026-11-02', now, 'UTC')).toEqual({
      from: Date.UTC(2026, 10, 1),
      to: Date.UTC(2026, 10, 3) - 1,
    })
    expect(timesOfRange(null, now, newYork)).toEqual({})
  })

  test('behavior: days of a clock change have 23 or 25 hours', () => {
    const hours = (day: string, zone: string) =>
      (endOfDay(day, zone) + 1 - startOfDay(day, zone)) / 3_600_000
    expect(hours('2026-11-01', newYork)).toBe(25)
    expect(hours('2026-03-08', newYork)).toBe(23)
    // The clock moves at midnight, so that the day starts at 01:00.
    expect(hours('2026-09-06', 'America/Santiago')).toBe(23)
    expect(dayAt(startOfDay('2026-09-06', 'America/Santiago'), 'America/Santiago')).toBe(
      '2026-09-06',
    )
  })
})

describe('readRange', () => {
  test('default: reads words and days, and ignores the rest', () => {
    expect(readRange('week')).toBe('week')
    expect(readRange('2026-11-01..2026-11-12')).toBe('2026-11-01..2026-11-12')
    for (const text of [null, '', 'x', '2026-11-12..2026-11-01', '2026-02-30..2026-03-01', '..']) {
      expect(readRange(text)).toBeNull()
    }
  })
})

describe('days', () => {
  test('default: follow the calendar', () => {
    expect(addDays('2026-02-28', 1)).toBe('2026-03-01')
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
    expect(weekdayOf('2026-11-15')).toBe(7)
    expect([isDay('2026-02-29'), isDay('2028-02-29')]).toEqual([false, true])
  })
})
