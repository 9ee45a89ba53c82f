import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readWait } from './read-wait.js'

const now = Date.UTC(2026, 0, 1)

describe('readWait', () => {
  test('default', () => {
    expect(readWait({ retryAfter: null, resetAt: now + 1_500, now })).toEqual({
      askedMs: 1_500,
      resetAt: now + 1_500,
    })
  })

  test('behavior: nothing said', () => {
    expect(readWait({ retryAfter: null, resetAt: undefined, now })).toEqual({
      askedMs: undefined,
      resetAt: undefined,
    })
  })

  test('behavior: the header decides the wait, so a wrong clock does no harm', () => {
    const resetAt = now + 3_600_000

    expect(readWait({ retryAfter: '2', resetAt, now })).toEqual({ askedMs: 2_000, resetAt })
  })

  test('behavior: a date in the header', () => {
    const retryAfter = new Date(now + 9_000).toUTCString()

    expect(readWait({ retryAfter, resetAt: undefined, now })).toEqual({
      askedMs: 9_000,
      resetAt: now + 9_000,
    })
  })

  test.each(['', '-5', '1.5', 'soon', 'soon GMT'])('behavior: %j says nothing', (retryAfter) => {
    expect(readWait({ retryAfter, resetAt: '5', now }).askedMs).toBeUndefined()
  })

  test('behavior: whatever was sent, the moment can be written down', () => {
    const header = fc.oneof(fc.string(), fc.stringMatching(/^\d+( GMT)?$/))
    const body = fc.oneof(fc.double(), fc.anything())
    fc.assert(
      fc.property(fc.option(header), body, (retryAfter, resetAt) => {
        const wait = readWait({ retryAfter, resetAt, now })
        expect(wait.askedMs === undefined).toBe(wait.resetAt === undefined)
        if (wait.resetAt !== undefined) new Date(wait.resetAt).toISOString()
      }),
    )
  })
})
