import { expect, test } from 'vitest'
import { unixMs } from '../../lib/time.js'
import { isUnderAge } from './is-under-age.js'

test.each([
  ['2008-01-01', '2026-01-01T00:00:00Z', false],
  ['2008-01-02', '2026-01-01T23:59:59Z', true],
  ['2008-02-29', '2026-02-28T12:00:00Z', true],
  ['2008-02-29', '2026-03-01T00:00:00Z', false],
  ['1950-06-01', '2026-01-01T00:00:00Z', false],
  ['undefined-undefined-undefined', '2026-01-01T00:00:00Z', false],
  ['', '2026-01-01T00:00:00Z', false],
])('isUnderAge: %s at %s is %s', (date, now, expected) => {
  expect(isUnderAge(date, unixMs(Date.parse(now)))).toBe(expected)
})
