import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, toIso, unixMs } from '../../lib/time.js'
import { readDayQuery, readReportQuery } from './read-report-query.js'
import type { ReportQuery } from './schemas.js'

const now = unixMs(100 * DAY_MS)
const inUtc = (query: ReportQuery, at = now) => ({ query, timeZone: 'UTC', now: at })

describe('readReportQuery', () => {
  test('default: covers the last 30 days', () => {
    expect(readReportQuery(inUtc({}))).toEqual({ from: 70 * DAY_MS, to: now, format: 'json' })
  })

  test('behavior: reads all parameters', () => {
    const input = { from: '5', to: '7', format: 'csv' }
    expect(readReportQuery(inUtc(input))).toEqual({ from: 5, to: 7, format: 'csv' })
    expect(readReportQuery(inUtc({ from: '', to: '', format: '' }))).toEqual(
      readReportQuery(inUtc({})),
    )
  })

  test('behavior: the default range ends at `to` and never starts before 0', () => {
    expect(readReportQuery(inUtc({ to: String(40 * DAY_MS) }))).toMatchObject({ from: 10 * DAY_MS })
    expect(readReportQuery(inUtc({ to: '9' }))).toMatchObject({ from: 0, to: 9 })
  })

  test.each([{ from: 'yesterday' }, { to: '2026-01-01' }, { format: 'xlsx' }, { format: 'CSV' }])(
    'error: refuses %j',
    (input) => {
      expect(() => readReportQuery(inUtc(input))).toThrow(
        expect.objectContaining({ code: 'invalid_input' }),
      )
    },
  )
})

describe('readDayQuery', () => {
  const now = unixMs(100 * DAY_MS + 12_345)
  const at = (day: number, ms = 0) => String(day * DAY_MS + ms)

  test('default: covers today and the 29 days before', () => {
    expect(readDayQuery(inUtc({}, now))).toEqual({
      from: 71 * DAY_MS,
      to: 101 * DAY_MS - 1,
      fromDay: 71,
      toDay: 100,
      timeZone: 'UTC',
      format: 'json',
    })
  })

  test('behavior: extends the range to whole days', () => {
    const days = { fromDay: 5, toDay: 7, timeZone: 'UTC' }
    const range = { from: 5 * DAY_MS, to: 8 * DAY_MS - 1, ...days, format: 'csv' }
    expect(readDayQuery(inUtc({ from: at(5, 1), to: at(7), format: 'csv' }, now))).toEqual(range)
    expect(readDayQuery(inUtc({ from: at(5), to: at(8, -1), format: 'csv' }, now))).toEqual(range)
  })

  test('behavior: extends the range to whole days of the time zone', () => {
    const berlin = (query: ReportQuery) =>
      readDayQuery({ query, timeZone: 'Europe/Berlin', now: unixMs(now) })
    const start = Date.parse('2026-03-28T23:00:00Z')
    const expected = { from: start, to: start + 23 * HOUR_MS - 1 }
    const days = { fromDay: '2026-03-29', toDay: '2026-03-29' }
    expect(berlin(days)).toMatchObject(expected)
    expect(berlin({ from: String(start), to: String(start) })).toMatchObject(expected)
    expect(berlin({ from: String(start + HOUR_MS), toDay: '2026-03-29' })).toMatchObject(expected)
    expect(berlin({ toDay: '2026-03-29' })).toMatchObject({
      to: expected.to,
      timeZone: 'Europe/Berlin',
    })
    const last = String(Number.MAX_SAFE_INTEGER)
    expect(berlin({ from: last, to: last }).to).toBeLessThan(8.64e15)
  })

  test('behavior: the latest range is still a date', () => {
    const last = String(Number.MAX_SAFE_INTEGER)
    const { from, to } = readDayQuery(inUtc({ from: last, to: last }, now))
    expect([toIso(unixMs(from)), toIso(unixMs(to))]).toEqual([
      '+275760-09-12T00:00:00.000Z',
      '+275760-09-12T23:59:59.999Z',
    ])
  })

  test('behavior: a range may have 366 days', () => {
    expect(readDayQuery(inUtc({ from: at(0), to: at(365) }, now))).toMatchObject({ fromDay: 0 })
  })

  test.each([
    { from: at(0), to: at(366) },
    { from: at(8), to: at(7) },
    { from: 'yesterday' },
    { format: 'pdf' },
    { fromDay: '2026-02-30' },
    { fromDay: '2026-02-01', from: at(0) },
    { toDay: '2026-02-01', to: at(0) },
  ])('error: refuses %j', (input) => {
    expect(() => readDayQuery(inUtc(input, now))).toThrow(
      expect.objectContaining({ code: 'invalid_input' }),
    )
  })
})
