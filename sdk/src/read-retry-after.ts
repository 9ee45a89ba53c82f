/** When to retry, according to the service. The fields are `undefined` without a readable value. */
export type RetryAfter = {
  retryAfterMs: number | undefined
  /** Unix ms. */
  resetAt: number | undefined
}

/** The latest time that a `Date` can represent, Unix ms. */
const maxDateMs = 8.64e15
const maxHeaderSeconds = 1e9

/**
 * Reads when to retry from the `Retry-After` header and the body's `resetAt`.
 *
 * The header takes precedence for the wait: its seconds are relative, so a wrong local clock does
 * no harm. The body is the fallback, because browsers may hide the header from other origins.
 */
export function readRetryAfter(input: {
  header: string | null
  resetAt: unknown
  /** Unix ms. */
  now: number
}): RetryAfter {
  const { now } = input
  const headerMs = parseHeader(input.header, now)
  const bodyResetAt = isTimestamp(input.resetAt) ? input.resetAt : undefined

  return {
    retryAfterMs: headerMs ?? (bodyResetAt === undefined ? undefined : bodyResetAt - now),
    resetAt: bodyResetAt ?? (headerMs === undefined ? undefined : now + headerMs),
  }
}

function parseHeader(header: string | null, now: number): number | undefined {
  if (header === null) return undefined
  if (/^\d+$/.test(header)) return Math.min(Number(header), maxHeaderSeconds) * 1000

  // Accept HTTP dates only: `Date.parse` alone reads '-5' as a date in May.
  const date = header.endsWith(' GMT') ? Date.parse(header) : Number.NaN
  return Number.isNaN(date) ? undefined : date - now
}

function isTimestamp(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) <= maxDateMs
}
