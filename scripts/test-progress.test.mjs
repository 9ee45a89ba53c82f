import { describe, expect, test } from 'vitest'
import { createProgress } from './test-progress.mjs'

const minute = 60_000

describe('createProgress', () => {
  test('behavior: estimates the time left from the durations of the last run', () => {
    const durations = { a: 9 * minute, b: minute, c: minute, d: minute }
    const progress = createProgress({ keys: ['a', 'b', 'c', 'd'], durations, startedAt: 0 })
    // Twelve minutes of tests on three workers.
    expect(progress.describe(0)).toBe('0 of 4 test files, 0:00 elapsed, about 4:00 left')
    progress.end('a', { hasFailed: false })
    expect(progress.describe(3 * minute)).toBe('1 of 4 test files, 3:00 elapsed, about 1:00 left')
  })

  test('behavior: slows down with a slow machine', () => {
    const durations = { a: 6 * minute, b: 6 * minute }
    const progress = createProgress({ keys: ['a', 'b'], durations, startedAt: 0 })
    progress.end('a', { hasFailed: false })
    const line = progress.describe(12 * minute)
    expect(line).toBe('1 of 2 test files, 12:00 elapsed, about 10:00 left')
  })

  test('behavior: without durations, counts files', () => {
    const keys = ['a', 'b', 'c', 'd']
    const progress = createProgress({ keys, durations: {}, startedAt: 0 })
    expect(progress.describe(0)).toBe('0 of 4 test files, 0:00 elapsed, about 0:01 left')
  })

  test('behavior: a file without a duration counts as the average', () => {
    const durations = { a: 3 * minute, b: 9 * minute }
    const progress = createProgress({ keys: ['a', 'b', 'new'], durations, startedAt: 0 })
    expect(progress.describe(0)).toBe('0 of 3 test files, 0:00 elapsed, about 6:00 left')
  })

  test('behavior: counts failed files', () => {
    const progress = createProgress({ keys: ['a'], durations: { a: minute }, startedAt: 0 })
    progress.end('a', { hasFailed: true })
    expect(progress.describe(minute)).toBe(
      '1 of 1 test files, 1 failed, 1:00 elapsed, about 0:00 left',
    )
  })
})
