import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decideRetry, longestWaitMs } from './decide-retry.js'

const question = {
  method: 'GET',
  isKeyed: false,
  status: 503,
  askedMs: undefined,
  retries: 0,
  maxRetries: 2,
  random: 0,
}

describe('decideRetry', () => {
  test('default', () => {
    expect(decideRetry(question)).toBe(125)
  })

  test('behavior: waits longer each time, up to a limit', () => {
    const waits = [0, 1, 2, 5, 6, 9].map((retries) =>
      decideRetry({ ...question, retries, maxRetries: 10, random: 0.5 }),
    )

    expect(waits).toEqual([188, 375, 750, 6_000, 6_000, 6_000])
  })

  test('behavior: a moment that has passed still gets the backoff', () => {
    expect(decideRetry({ ...question, status: 429, askedMs: -9_000 })).toBe(125)
  })

  test('behavior: waits as long as asked, unless that is too long', () => {
    const asked = { ...question, status: 429 }

    expect(decideRetry({ ...asked, askedMs: longestWaitMs })).toBe(longestWaitMs + 125)
    expect(decideRetry({ ...asked, askedMs: longestWaitMs + 1 })).toBeNull()
  })

  test('behavior: gives up after the last attempt', () => {
    expect(decideRetry({ ...question, retries: 2 })).toBeNull()
    expect(decideRetry({ ...question, maxRetries: 0 })).toBeNull()
  })

  test('behavior: a write is repeated only where nothing can have been done', () => {
    const methods = fc.constantFrom('POST', 'PUT', 'PATCH', 'DELETE')
    const statuses = fc.option(fc.integer({ min: 0, max: 599 }), { nil: undefined })
    fc.assert(
      fc.property(methods, statuses, (method, status) => {
        const waitMs = decideRetry({ ...question, method, status, askedMs: 1 })
        expect(waitMs !== null).toBe(status === 429)
      }),
    )
  })

  test('behavior: a write with an idempotency key is repeated where a question would be', () => {
    const statuses = fc.constantFrom(undefined, 400, 409, 429, 500, 502, 503, 504)
    const asked = fc.option(fc.integer({ min: 0, max: 100_000 }), { nil: undefined })
    fc.assert(
      fc.property(statuses, asked, (status, askedMs) => {
        const write = { ...question, method: 'POST', isKeyed: true, status, askedMs }
        expect(decideRetry(write)).toBe(decideRetry({ ...question, status, askedMs }))
      }),
      { numRuns: 300 },
    )
    expect(decideRetry({ ...question, method: 'POST', isKeyed: true, status: undefined })).toBe(125)
    expect(decideRetry({ ...question, method: 'POST', isKeyed: true, status: 409 })).toBeNull()
  })

  test('behavior: never earlier than asked, never later than the longest wait and backoff', () => {
    const input = fc.record({
      method: fc.constantFrom('GET', 'POST'),
      isKeyed: fc.boolean(),
      status: fc.constantFrom(undefined, 429, 500, 502, 503, 504),
      askedMs: fc.option(fc.integer({ min: -1e6, max: 1e6 }), { nil: undefined }),
      retries: fc.nat(10),
      maxRetries: fc.nat(10),
      random: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    })
    fc.assert(
      fc.property(input, (given) => {
        const waitMs = decideRetry(given)
        if (waitMs === null) return
        expect(waitMs).toBeGreaterThanOrEqual(Math.max(given.askedMs ?? 0, 0) + 125)
        expect(waitMs).toBeLessThanOrEqual(longestWaitMs + 8_000)
      }),
    )
  })
})
