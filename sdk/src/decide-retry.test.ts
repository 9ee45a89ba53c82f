import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decideRetry, maxRetryAfterMs } from './decide-retry.js'

const failed = {
  method: 'GET',
  hasIdempotencyKey: false,
  status: 503,
  retryAfterMs: undefined,
  retries: 0,
  maxRetries: 2,
  random: 0,
}

describe('decideRetry', () => {
  test('default', () => {
    expect(decideRetry(failed)).toBe(125)
  })

  test('behavior: increases the backoff with each retry, up to a limit', () => {
    const waits = [0, 1, 2, 5, 6, 9].map((retries) =>
      decideRetry({ ...failed, retries, maxRetries: 10, random: 0.5 }),
    )

    expect(waits).toEqual([188, 375, 750, 6_000, 6_000, 6_000])
  })

  test('behavior: waits for the backoff when the reset time has passed', () => {
    expect(decideRetry({ ...failed, status: 429, retryAfterMs: -9_000 })).toBe(125)
  })

  test('behavior: waits as the service requested, unless that exceeds the limit', () => {
    const rateLimited = { ...failed, status: 429 }

    expect(decideRetry({ ...rateLimited, retryAfterMs: maxRetryAfterMs })).toBe(
      maxRetryAfterMs + 125,
    )
    expect(decideRetry({ ...rateLimited, retryAfterMs: maxRetryAfterMs + 1 })).toBeNull()
  })

  test('behavior: stops after the last attempt', () => {
    expect(decideRetry({ ...failed, retries: 2 })).toBeNull()
    expect(decideRetry({ ...failed, maxRetries: 0 })).toBeNull()
  })

  test('behavior: retries a write only after 429', () => {
    const methods = fc.constantFrom('POST', 'PUT', 'PATCH', 'DELETE')
    const statuses = fc.option(fc.integer({ min: 0, max: 599 }), { nil: undefined })
    fc.assert(
      fc.property(methods, statuses, (method, status) => {
        const waitMs = decideRetry({ ...failed, method, status, retryAfterMs: 1 })
        expect(waitMs !== null).toBe(status === 429)
      }),
    )
  })

  test('behavior: retries a write with an idempotency key like a GET', () => {
    const statuses = fc.constantFrom(undefined, 400, 409, 429, 500, 502, 503, 504)
    const retryAfter = fc.option(fc.integer({ min: 0, max: 100_000 }), { nil: undefined })
    fc.assert(
      fc.property(statuses, retryAfter, (status, retryAfterMs) => {
        const write = { ...failed, method: 'POST', hasIdempotencyKey: true, status, retryAfterMs }
        expect(decideRetry(write)).toBe(decideRetry({ ...failed, status, retryAfterMs }))
      }),
      { numRuns: 300 },
    )
    expect(
      decideRetry({ ...failed, method: 'POST', hasIdempotencyKey: true, status: undefined }),
    ).toBe(125)
    expect(
      decideRetry({ ...failed, method: 'POST', hasIdempotencyKey: true, status: 409 }),
    ).toBeNull()
  })

  test('property: waits at least as long as requested and at most the limit plus the backoff', () => {
    const input = fc.record({
      method: fc.constantFrom('GET', 'POST'),
      hasIdempotencyKey: fc.boolean(),
      status: fc.constantFrom(undefined, 429, 500, 502, 503, 504),
      retryAfterMs: fc.option(fc.integer({ min: -1e6, max: 1e6 }), { nil: undefined }),
      retries: fc.nat(10),
      maxRetries: fc.nat(10),
      random: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    })
    fc.assert(
      fc.property(input, (retryInput) => {
        const waitMs = decideRetry(retryInput)
        if (waitMs === null) return
        expect(waitMs).toBeGreaterThanOrEqual(Math.max(retryInput.retryAfterMs ?? 0, 0) + 125)
        expect(waitMs).toBeLessThanOrEqual(maxRetryAfterMs + 8_000)
      }),
    )
  })
})
