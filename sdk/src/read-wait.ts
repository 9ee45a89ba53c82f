/** What the service said about asking again; `undefined` where it said nothing readable. */
export type Wait = {
  /** From now, in ms. */
  askedMs: number | undefined
  /** Unix ms. */
  resetAt: number | undefined
}

/** The latest moment a `Date` can hold, Unix ms. */
const latestMs = 8.64e15
const longestSeconds = 1e9

/**
 * Reads when to ask again, from the `Retry-After` header and the body's `resetAt`.
 *
 * For the wait the header goes first: its seconds count from now, so a wrong clock on this side does
 * no harm. Browsers may hide the header from other origins; the body they always show.
 */
export function readWait(input: {
  retryAfter: string | null
  resetAt: unknown
  /** Unix ms. */
  now: number
}): Wait {
  const { now } = input
  const headerMs = readRetryAfter(input.retryAfter, now)
  const bodyAt = isMoment(input.resetAt) ? input.resetAt : undefined

  return {
    askedMs: headerMs ?? (bodyAt === undefined ? undefined : bodyAt - now),
    resetAt: bodyAt ?? (headerMs === undefined ? undefined : now + headerMs),
  }
}

function readRetryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined
  if (/^\d+$/.test(header)) return Math.min(Number(header), longestSeconds) * 1000

  // Only the form HTTP allows: `Date.parse` alone would read '-5' as a day in May.
  const date = header.endsWith(' GMT') ? Date.parse(header) : Number.NaN
  return Number.isNaN(date) ? undefined : date - now
}

function isMoment(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) <= latestMs
}
