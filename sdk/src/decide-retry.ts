/** The longest wait the client takes upon itself. Whoever must wait longer gets the error at once. */
export const longestWaitMs = 60_000

const firstBackoffMs = 250
const longestBackoffMs = 8_000

/**
 * How long to wait before sending a request again, in ms, or `null` to give up.
 *
 * @param input.isKeyed whether it carries an idempotency key, under which the service does a thing once
 * @param input.status `undefined` when there was no answer
 * @param input.askedMs the wait the service asked for, `undefined` if it asked for none
 * @param input.retries how often the request was sent again already
 * @param input.random in [0, 1), spreads callers that failed together
 */
export function decideRetry(input: {
  method: string
  isKeyed: boolean
  status: number | undefined
  askedMs: number | undefined
  retries: number
  maxRetries: number
  random: number
}): number | null {
  const { askedMs = 0, retries, maxRetries, random } = input
  if (retries >= maxRetries || !isRepeatable(input) || askedMs > longestWaitMs) return null

  const backoffMs = Math.min(firstBackoffMs * 2 ** retries, longestBackoffMs)
  return Math.max(askedMs, 0) + Math.round(backoffMs * (0.5 + random / 2))
}

/** Whether sending it again can help, and cannot do a thing twice. */
function isRepeatable(input: {
  method: string
  isKeyed: boolean
  status: number | undefined
  askedMs: number | undefined
}): boolean {
  // Turned away before anything was done, so safe for every method.
  if (input.status === 429) return true
  if (input.method !== 'GET' && !input.isKeyed) return false

  switch (input.status) {
    case undefined:
    case 502:
    case 503:
    case 504:
      return true
    case 500:
      return input.askedMs !== undefined
    default:
      return false
  }
}
