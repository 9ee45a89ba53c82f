/**
 * The longest `Retry-After` that the client waits for. A longer one throws the error immediately.
 */
export const maxRetryAfterMs = 60_000

const firstBackoffMs = 250
const maxBackoffMs = 8_000

/**
 * Returns how long to wait before the next attempt, in ms, or `null` to stop.
 *
 * @param input.status `undefined` when there was no response
 * @param input.retryAfterMs the wait that the service requested, if any
 * @param input.retries the number of retries so far
 * @param input.random in [0, 1), spreads out clients that failed at the same time
 */
export function decideRetry(input: {
  method: string
  hasIdempotencyKey: boolean
  status: number | undefined
  retryAfterMs: number | undefined
  retries: number
  maxRetries: number
  random: number
}): number | null {
  const { retryAfterMs = 0, retries, maxRetries, random } = input
  if (retries >= maxRetries || !isRetryable(input) || retryAfterMs > maxRetryAfterMs) return null

  const backoffMs = Math.min(firstBackoffMs * 2 ** retries, maxBackoffMs)
  return Math.max(retryAfterMs, 0) + Math.round(backoffMs * (0.5 + random / 2))
}

/** Returns whether a retry can succeed without repeating a side effect. */
function isRetryable(input: {
  method: string
  hasIdempotencyKey: boolean
  status: number | undefined
  retryAfterMs: number | undefined
}): boolean {
  // The service rejects a rate-limited request before it runs, so any method is safe.
  if (input.status === 429) return true
  if (input.method !== 'GET' && !input.hasIdempotencyKey) return false

  switch (input.status) {
    case undefined:
    case 502:
    case 503:
    case 504:
      return true
    case 500:
      return input.retryAfterMs !== undefined
    default:
      return false
  }
}
