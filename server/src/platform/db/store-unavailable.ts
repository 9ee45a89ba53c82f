/**
 * The database cannot be reached or did not respond in time. Degraded mode handles this error; any
 * other error of a query is a bug or a violated constraint.
 */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
  /** Whether a write may have been committed. Retry such a write only under the same key. */
  readonly mayHaveCommitted: boolean

  /** A message for the caller that says more than the default, and when to retry. */
  readonly advice: { message: string; retryAfterMs: number } | null

  constructor(options: {
    mayHaveCommitted: boolean
    cause?: unknown
    message?: string
    retryAfterMs?: number
  }) {
    const { mayHaveCommitted, cause, message, retryAfterMs = 1_000 } = options
    super('The data store is unavailable', { cause })
    this.mayHaveCommitted = mayHaveCommitted
    this.advice = message === undefined ? null : { message, retryAfterMs }
  }
}
