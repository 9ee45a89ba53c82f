import { describe, expect, test } from 'vitest'
import { DAY_MS, unixMs } from '../../lib/time.js'
import { readReportQuery } from './read-report-query.js'

const now = unixMs(100 * DAY_MS)

describe('readReportQuery', () => {
  test('default: covers the last 30 days', () => {
    expect(readReportQuery({}, now)).toEqual({ from: 70 * DAY_MS, to: now, format: 'json' })
  })

  test('behavior: reads all parameters', () => {
    const given = { from: '5', to: '7', format: 'csv' }
    expect(readReportQuery(given, now)).toEqual({ from: 5, to: 7, format: 'csv' })
    expect(readReportQuery({ from: '', to: '', format: '' }, now)).toEqual(readReportQuery({}, now))
  })

  test('behavior: the default range ends at `to` and never starts before 0', () => {
    expect(readReportQuery({ to: String(40 * DAY_MS) }, now)).toMatchObject({ from: 10 * DAY_MS })
    expect(readReportQuery({ to: '9' }, now)).toMatchObject({ from: 0, to: 9 })
  })

  test.each([{ from: 'yesterday' }, { to: '2026-01-01' }, { format: 'xlsx' }, { format: 'CSV' }])(
    'error: refuses %j',
    (given) => {
      expect(() => readReportQuery(given, now)).toThrow(
        expect.objectContaining({ code: 'invalid_input' }),
      )
    },
  )
})
