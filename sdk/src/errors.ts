type Details = {
  code: string
  status?: number | undefined
  correlationId?: string | undefined
  fields?: Record<string, unknown>
  cause?: unknown
}

/**
 * A failed call. Every call rejects with this class or a subclass. No error contains the API key.
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
   * The service's stable code, or a code of the SDK: `unreachable` and `timed_out` (no response),
   * `redirected`, `unreadable_response` (not JSON), `unknown` (an error without a code).
   */
  readonly code: string
  /** The HTTP status, or `undefined` when there was no response. */
  readonly status: number | undefined
  /** Identifies the request in the service's log. */
  readonly correlationId: string | undefined
  /** The fields of the error body other than `error` and `message`. */
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
 * 400: the request is invalid. Correct it before you send it again.
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
 * if (error instanceof AuthenticationError) requestNewKey()
 */
export class AuthenticationError extends ServiceError {
  override readonly name = 'AuthenticationError'
}

/**
 * 403: the API key lacks the required permission.
 *
 * @example
 * if (error instanceof PermissionError) console.error(error.fields)
 */
export class PermissionError extends ServiceError {
  override readonly name = 'PermissionError'
}

/**
 * 404: the merchant has no object with this id.
 *
 * @example
 * if (error instanceof NotFoundError) return null
 */
export class NotFoundError extends ServiceError {
  override readonly name = 'NotFoundError'
}

/**
 * 429: too many requests. The retries are used up, or the limit resets in more than a minute.
 *
 * @example
 * if (error instanceof RateLimitError) scheduleRetry(error.resetAt)
 */
export class RateLimitError extends ServiceError {
  override readonly name = 'RateLimitError'
  /** When the rate limit resets, Unix ms, or `undefined` when unknown. */
  readonly resetAt: number | undefined

  constructor(message: string, details: Details & { resetAt: number | undefined }) {
    super(message, details)
    this.resetAt = details.resetAt
  }
}

/**
 * No complete response: `unreachable` or `timed_out`. `cause` is the error of `fetch`. A write may
 * still have succeeded.
 *
 * @example
 * if (error instanceof ConnectionError) console.error(error.message, error.cause)
 */
export class ConnectionError extends ServiceError {
  override readonly name = 'ConnectionError'
}
