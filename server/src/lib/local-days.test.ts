import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  listLocalDays,
  localDayOf,
  parseDay,
  QUARTER_MS,
  readTimeZone,
  startOfDay,
} from './local-days.js'
import { DAY_MS, dayOf, HOUR_MS, toIso, unixMs } from './time.js'

const dayAt = (date: string) => dayOf(Date.parse(date))
const startAt = (date: string, zone: string) => toIso(unixMs(startOfDay(dayAt(date), zone)))

function hoursOf(date: string, zone: string): number {
  const day = dayAt(date)
  return (startOfDay(day + 1, zone) - startOfDay(day, zone)) / HOUR_MS
}

const zones = ['UTC', ...Intl.supportedValuesOf('timeZone')]

describe('readTimeZone', () => {
  test('default: returns the canonical name', () => {
    expect(readTimeZone('Europe/Berlin')).toBe('Europe/Berlin')
    expect(readTimeZone('europe/berlin')).toBe('Europe/Berlin')
    expect(readTimeZone('Asia/Kolkata')).toBe('Asia/Kolkata')
    expect(readTimeZone('Asia/Calcutta')).toBe('Asia/Kolkata')
    for (const name of ['UTC', 'utc', 'Etc/UTC', 'GMT']) expect(readTimeZone(name)).toBe('UTC')
  })

  test('behavior: a canonical name is its own', () => {
    for (const zone of zones) {
      const name = readTimeZone(zone) ?? ''
      expect(readTimeZone(name)).toBe(name)
    }
  })

  test.each(['', '+05:30', '-03', 'Mars/Base', 'Europe/', '../etc', 'UTC ', 'x'.repeat(65)])(
    'error: null for %j',
    (name) => {
      expect(readTimeZone(name)).toBeNull()
    },
  )
})

describe('startOfDay', () => {
  test('behavior: days of 23 and 25 hours', () => {
    expect(hoursOf('2026-03-29', 'Europe/Berlin')).toBe(23)
    expect(hoursOf('2026-10-25', 'Europe/Berlin')).toBe(25)
    expect(startAt('2026-03-29', 'Europe/Berlin')).toBe('2026-03-28T23:00:00.000Z')
    expect(startAt('2026-03-30', 'Europe/Berlin')).toBe('2026-03-29T22:00:00.000Z')
    expect(hoursOf('2026-04-05', 'Australia/Lord_Howe')).toBe(24.5)
  })

  test('behavior: offsets of 30 and 45 minutes', () => {
    expect(startAt('2026-01-02', 'Asia/Kolkata')).toBe('2026-01-01T18:30:00.000Z')
    expect(startAt('2026-01-02', 'Asia/Kathmandu')).toBe('2026-01-01T18:15:00.000Z')
  })

  test('behavior: a skipped day has no length', () => {
    expect(hoursOf('2011-12-29', 'Pacific/Apia')).toBe(24)
    expect(hoursOf('2011-12-30', 'Pacific/Apia')).toBe(0)
    expect(startAt('2011-12-31', 'Pacific/Apia')).toBe('2011-12-30T10:00:00.000Z')
  })

  test('behavior: a day without midnight begins later, one with two begins with the first', () => {
    expect(startAt('2018-11-04', 'America/Sao_Paulo')).toBe('2018-11-04T03:00:00.000Z')
    expect(hoursOf('2018-11-04', 'America/Sao_Paulo')).toBe(23)
    // Clocks were set back from 00:01 to 23:01.
    expect(startAt('2010-11-07', 'America/St_Johns')).toBe('2010-11-07T02:30:00.000Z')
    expect(localDayOf(Date.parse('2010-11-07T03:00:00Z'), 'America/St_Johns')).toBe(
      dayAt('2010-11-07'),
    )
  })

  test('property: days follow each other, begin with a quarter, and contain their times', {
    tags: 'slow',
  }, () => {
    const day = fc.integer({ min: dayAt('1980-01-01'), max: dayAt('2037-12-31') })
    const after = fc.integer({ min: 0, max: DAY_MS })
    fc.assert(
      fc.property(fc.constantFrom(...zones), day, after, (zone, number, ms) => {
        const [start, end] = [startOfDay(number, zone), startOfDay(number + 1, zone)]
        expect(start % QUARTER_MS).toBe(0)
        expect(end).toBeGreaterThanOrEqual(start)
        expect(localDayOf(start - 1, zone)).toBeLessThan(number)
        expect(localDayOf(start, zone)).toBe(end > start ? number : number + 1)
        const time = start + ms
        const at = localDayOf(time, zone)
        expect(startOfDay(at, zone)).toBeLessThanOrEqual(time)
        expect(startOfDay(at + 1, zone)).toBeGreaterThan(time)
      }),
      { numRuns: 2_000 },
    )
  })

  test('property: agrees with the calendar of the zone', () => {
    const day = fc.integer({ min: dayAt('1980-01-01'), max: dayAt('2037-12-31') })
    fc.assert(
      fc.property(fc.constantFrom(...zones), day, (zone, number) => {
        const [found] = listLocalDays({ fromDay: number, toDay: number }, zone)
        if (!found) return
        const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' })
        const date = toIso(unixMs(number * DAY_MS)).slice(0, 10)
        expect([format.format(found.from), format.format(found.to)]).toEqual([date, date])
      }),
      { numRuns: 500 },
    )
  })
})

describe('listLocalDays', () => {
  test('behavior: leaves out skipped days', () => {
    const range = { fromDay: dayAt('2011-12-29'), toDay: dayAt('2011-12-31') }
    const days = listLocalDays(range, 'Pacific/Apia')
    expect(days.map(({ day }) => day - range.fromDay)).toEqual([0, 2])
    expect(days[1]?.from).toBe((days[0]?.to ?? 0) + 1)
  })
})

describe('parseDay', () => {
  test('default', () => {
    expect(parseDay('1970-01-02')).toBe(1)
    expect(parseDay('2024-02-29')).toBe(dayAt('2024-02-29'))
  })

  test.each([
    '',
    '2026-02-29',
    '2026-13-01',
    '1969-12-31',
    '2026-1-1',
    '20260101',
    '2026-01-01T00',
  ])('error: null for %j', (text) => {
    expect(parseDay(text)).toBeNull()
  })
})
