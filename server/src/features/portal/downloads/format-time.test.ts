import { describe, expect, test } from 'vitest'
import { formatTime } from './format-time.js'

/** 1 January 2026. */
const noon = 1_767_268_800_000

describe('formatTime', () => {
  test('default', () => {
    expect(formatTime(noon)).toBe('2026-01-01 12:00 UTC')
  })

  test('behavior: rounds down to the minute', () => {
    expect(formatTime(noon + 59_999)).toBe('2026-01-01 12:00 UTC')
    expect(formatTime(noon + 60_000)).toBe('2026-01-01 12:01 UTC')
  })
})
