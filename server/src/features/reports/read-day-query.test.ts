import { describe, expect, test } from 'vitest'
import { DAY_MS, toIso, unixMs } from '../../lib/time.js'
import { readDayQuery } from './read-day-query.js'

const now = unixMs(100 * DAY_MS + 12_345)
const at = (day: number, ms = 0) => String(day * DAY_MS + ms)

describe('readDayQuery', () => {
  test('default: covers today and the 29 days before', () => {
    expect(readDayQuery({}, now)).toEqual({
      from: 71 * DAY_MS,
      to: 101 * DAY_MS - 1,
      fromDay: 71,
      toDay: 100,
      format: 'json',
    })
  })

  test('behavior: extends the range to whole days', () => {
    const range = { from: 5 * DAY_MS, to: 8 * DAY_MS - 1, fromDay: 5, toDay: 7, format: 'csv' }
    expect(readDayQuery({ from: at(5, 1), to: at(7), format: 'csv' }, now)).toEqual(range)
    expect(readDayQuery({ from: at(5), to: at(8, -1), format: 'csv' }, now)).toEqual(range)
  })

  test('behavior: the latest range is still a date', () => {
    const last = String(Number.MAX_SAFE_INTEGER)
    const { from, to } = readDayQuery({ from: last, to: last }, now)
    expect([toIso(unixMs(from)), toIso(unixMs(to))]).toEqual([
      '+275760-09-12T00:00:00.000Z',
      '+275760-09-12T23:59:59.999Z',
    ])
  })

  test('behavior: a range may have 366 days', () => {
    expect(readDayQuery({ from: at(0), to: at(365) }, now)).toMatchObject({ fromDay: 0 })
  })

  test.each([
    { from: at(0), to: at(366) },
    { from: at(8), to: at(7) },
    { from: 'yesterday' },
    { format: 'pdf' },
  ])('error: refuses %j', (given) => {
    expect(() => readDayQuery(given, now)).toThrow(
      expect.objectContaining({ code: 'invalid_input' }),
    )
  })
})
