type Details = {
  code: string
  status?: number | undefined
  correlationId?: string | undefined
  fields?: Record<string, unknown>
  cause?: unknown
}

/**
 * A call that did not succeed. Every error of a call is one of these; the subclasses tell what to do.
 * None of them carries the API key.
 *
 * @example
 * try {
 *   await client.ping()
 * } catch (error) {
 *   if (error instanceof ServiceError) console.error(error.code, error.correlationId)
 * }
 */
export class ServiceError extends Error {
  override readonly name: string = 'ServiceError'
  /**
   * The service's stable code, or one of the SDK's own: `unreachable` and `timed_out` (no answer),
   * `redirected`, `unreadable_answer` (not JSON), `unknown` (an error without a code).
   */
  readonly code: string
  /** The HTTP status; `undefined` when there was no answer. */
  readonly status: number | undefined
  /** Finds the request in the service's log. */
  readonly correlationId: string | undefined
  /** Further fields of the error body, beside `error` and `message`. */
  readonly fields: Record<string, unknown>

  constructor(message: string, details: Details) {
    super(message, 'cause' in details ? { cause: details.cause } : {})
    this.code = details.code
    this.status = details.status
    this.correlationId = details.correlationId
    this.fields = details.fields ?? {}
  }
}

/**
 * 400: the request is wrong and stays wrong when sent again.
 *
 * @example
 * if (error instanceof InvalidRequestError) showToDeveloper(error.message)
 */
export class InvalidRequestError extends ServiceError {
  override readonly name = 'InvalidRequestError'
}

/**
 * 401: the API key is missing, unknown or revoked.
 *
 * @example
 * if (error instanceof AuthenticationError) askForNewKey()
 */
export class AuthenticationError extends ServiceError {
  override readonly name = 'AuthenticationError'
}

/**
 * 403: the API key is good, but may not do this.
 *
 * @example
 * if (error instanceof PermissionError) console.error(error.fields)
 */
export class PermissionError extends ServiceError {
  override readonly name = 'PermissionError'
}

/**
 * 404: there is no such thing for this merchant.
 *
 * @example
 * if (error instanceof NotFoundError) return null
 */
export class NotFoundError extends ServiceError {
  override readonly name = 'NotFoundError'
}

/**
 * 429: too many requests, and waiting was not enough, or would take longer than a minute.
 *
 * @example
 * if (error instanceof RateLimitError) scheduleAgainAt(error.resetAt)
 */
export class RateLimitError extends ServiceError {
  override readonly name = 'RateLimitError'
  /** When requests are accepted again, Unix ms; `undefined` when the service did not say. */
  readonly resetAt: number | undefined

  constructor(message: string, details: Details & { resetAt: number | undefined }) {
    super(message, details)
    this.resetAt = details.resetAt
  }
}

/**
 * No answer arrived, or only part of one: `unreachable` or `timed_out`. The `cause` is what `fetch`
 * threw. A request that changes something may still have been carried out.
 *
 * @example
 * if (error instanceof ConnectionError) console.error(error.message, error.cause)
 */
export class ConnectionError extends ServiceError {
  override readonly name = 'ConnectionError'
}
