import { describe, expect, test } from 'vitest'
import { countDays, daysOfPeriod, readPeriod, receiptsOf, splitDays } from './period.js'

const zone = { now: Date.UTC(2026, 10, 18, 12), timeZone: 'UTC' }

describe('readPeriod', () => {
  test('default: the last 30 days against the 30 before', () => {
    expect(readPeriod('', zone)).toEqual({
      range: '30d',
      comparison: 'before',
      days: { first: '2026-10-20', last: '2026-11-18' },
      before: { first: '2026-09-20', last: '2026-10-19' },
    })
  })

  test('behavior: reads days and comparisons of the address, and ignores the rest', () => {
    const chosen = readPeriod('?range=2028-02-29..2028-03-01&compare=year', zone)
    expect(chosen.before).toEqual({ first: '2027-02-28', last: '2027-03-01' })
    expect(readPeriod('?range=today&compare=none', zone).before).toBeNull()
    expect(readPeriod('?range=x&compare=y', zone)).toEqual(readPeriod('', zone))
  })
})

describe('splitDays', () => {
  test('default: parts follow each other and cover every day', () => {
    const year = { first: '2026-01-01', last: '2026-12-31' }
    const parts = splitDays(year, 92)
    expect(parts.map(countDays)).toEqual([92, 92, 92, 89])
    expect([parts[0]?.first, parts.at(-1)?.last]).toEqual([year.first, year.last])
    expect(splitDays({ first: '2026-01-01', last: '2026-01-01' }, 92)).toHaveLength(1)
  })
})

describe('daysOfPeriod', () => {
  test('default: days, months and quarters, within the range', () => {
    const range = { first: '2026-01-15', last: '2026-05-20' }
    const daysOf = (period: string) => Object.values(daysOfPeriod(period, range)).join(' ')
    expect(daysOf('2026-02-03')).toBe('2026-02-03 2026-02-03')
    expect(daysOf('2026-01')).toBe('2026-01-15 2026-01-31')
    expect(daysOf('2026-02')).toBe('2026-02-01 2026-02-28')
    expect(daysOf('2026-Q1')).toBe('2026-01-15 2026-03-31')
    expect(daysOf('2026-Q2')).toBe('2026-04-01 2026-05-20')
  })
})

describe('receiptsOf', () => {
  test('default: the list behind a figure', () => {
    expect(receiptsOf({ first: '2026-01-01', last: '2026-01-02' }, 'UTC', { time: 'sale' })).toBe(
      '/receipts?time=sale&fromDay=2026-01-01&toDay=2026-01-02&timeZone=UTC&archived=all',
    )
  })
})
