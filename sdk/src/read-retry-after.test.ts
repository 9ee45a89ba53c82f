import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readRetryAfter } from './read-retry-after.js'

const now = Date.UTC(2026, 0, 1)

describe('readRetryAfter', () => {
  test('default', () => {
    expect(readRetryAfter({ header: null, resetAt: now + 1_500, now })).toEqual({
      retryAfterMs: 1_500,
      resetAt: now + 1_500,
    })
  })

  test('behavior: returns undefined without a header and resetAt', () => {
    expect(readRetryAfter({ header: null, resetAt: undefined, now })).toEqual({
      retryAfterMs: undefined,
      resetAt: undefined,
    })
  })

  test('behavior: prefers the header for the wait, so a wrong clock does no harm', () => {
    const resetAt = now + 3_600_000

    expect(readRetryAfter({ header: '2', resetAt, now })).toEqual({ retryAfterMs: 2_000, resetAt })
  })

  test('behavior: reads an HTTP date in the header', () => {
    const header = new Date(now + 9_000).toUTCString()

    expect(readRetryAfter({ header, resetAt: undefined, now })).toEqual({
      retryAfterMs: 9_000,
      resetAt: now + 9_000,
    })
  })

  test.each(['', '-5', '1.5', 'soon', 'soon GMT'])('behavior: ignores the header %j', (header) => {
    expect(readRetryAfter({ header, resetAt: '5', now }).retryAfterMs).toBeUndefined()
  })

  test('property: returns a valid date for any input', () => {
    const headers = fc.oneof(fc.string(), fc.stringMatching(/^\d+( GMT)?$/))
    const bodies = fc.oneof(fc.double(), fc.anything())
    fc.assert(
      fc.property(fc.option(headers), bodies, (header, resetAt) => {
        const wait = readRetryAfter({ header, resetAt, now })
        expect(wait.retryAfterMs === undefined).toBe(wait.resetAt === undefined)
        if (wait.resetAt !== undefined) new Date(wait.resetAt).toISOString()
      }),
    )
  })
})
