import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { unixMs } from '../../lib/time.js'
import { nextRunAt } from './job-schedule.js'

describe('nextRunAt', () => {
  test.each([
    ['on time', 10_000, 11_000],
    ['late', 10_400, 11_000],
    ['at the last moment', 10_999, 11_000],
    ['at the next time', 11_000, 12_000],
    ['after several were missed', 15_500, 16_000],
  ])('default: a run that ends %s', (_name, now, expected) => {
    expect(nextRunAt(unixMs(10_000), 1_000, unixMs(now))).toBe(expected)
  })

  test('behavior: does not repeat a run when the clock is set back', () => {
    expect(nextRunAt(unixMs(10_000), 1_000, unixMs(9_999))).toBe(11_000)
    expect(nextRunAt(unixMs(10_000), 1_000, unixMs(0))).toBe(11_000)
  })

  test('behavior: keeps the phase of the first run', () => {
    expect(nextRunAt(unixMs(10_007), 1_000, unixMs(12_500))).toBe(13_007)
  })

  test('property: returns the first run time after now', () => {
    // Until the year 9999.
    const time = fc.integer({ min: 0, max: 253_402_300_799_999 })
    const period = fc.oneof(
      fc.integer({ min: 1, max: 1_000 }),
      fc.integer({ min: 1, max: 31_536_000_000 }),
    )

    fc.assert(
      fc.property(time, time, period, (first, second, everyMs) => {
        const dueAt = Math.min(first, second)
        const now = Math.max(first, second)
        const next = nextRunAt(unixMs(dueAt), everyMs, unixMs(now))

        expect(next).toBeGreaterThan(now)
        expect(next - everyMs).toBeLessThanOrEqual(now)
        expect((next - dueAt) % everyMs).toBe(0)
      }),
      { seed: 1, numRuns: 1_000 },
    )
  })

  test('property: is always later than the run that was due', () => {
    const time = fc.integer({ min: 0, max: 253_402_300_799_999 })

    fc.assert(
      fc.property(time, time, fc.integer({ min: 1, max: 86_400_000 }), (dueAt, now, everyMs) => {
        expect(nextRunAt(unixMs(dueAt), everyMs, unixMs(now))).toBeGreaterThan(dueAt)
      }),
      { seed: 1, numRuns: 1_000 },
    )
  })
})
