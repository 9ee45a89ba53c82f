import {
  AuthenticationError,
  InvalidRequestError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServiceError,
} from './errors.js'

/** The readable parts of an error response. */
export type ErrorResponse = {
  /** Method and path. */
  call: string
  status: number
  correlationId: string | undefined
  /** The parsed body, or `{}` when it is not a JSON object. */
  body: Record<string, unknown>
  /** When the rate limit resets, Unix ms. */
  resetAt: number | undefined
}

/** Creates the error for a response. The status selects the class; the message says what to do. */
export function createServiceError(response: ErrorResponse): ServiceError {
  const { status, correlationId, resetAt } = response
  const { error, message: reason, ...fields } = response.body
  const code = typeof error === 'string' ? error : isRedirect(status) ? 'redirected' : 'unknown'

  const details = { code, status, correlationId, fields }
  const message = [
    `${response.call}: ${status} ${code}`,
    ...(typeof reason === 'string' && reason !== '' ? [reason.replace(/\.$/, '')] : []),
    adviseOn(response),
  ].join('. ')

  switch (status) {
    case 400:
      return new InvalidRequestError(message, details)
    case 401:
      return new AuthenticationError(message, details)
    case 403:
      return new PermissionError(message, details)
    case 404:
      return new NotFoundError(message, details)
    case 429:
      return new RateLimitError(message, { ...details, resetAt })
    default:
      return new ServiceError(message, details)
  }
}

function adviseOn({ status, correlationId, resetAt }: ErrorResponse): string {
  if (isRedirect(status)) {
    return 'Pass the final URL of the service as baseUrl. The SDK does not follow redirects, to protect the API key.'
  }
  if (status === 401) return 'Pass a valid developer key as apiKey.'
  if (status === 403) return 'Use an API key with the required permission.'
  if (status === 404) return 'Check the id, the merchant of the API key, and baseUrl.'
  if (status === 429) {
    return resetAt === undefined
      ? 'Send fewer requests.'
      : `Retry after ${new Date(resetAt).toISOString()}.`
  }
  if (status < 500) return 'Correct the request before you send it again.'
  return correlationId === undefined
    ? "Retry later. If the error persists, check the service's log."
    : `Retry later. If the error persists, search the service's log for ${correlationId}.`
}

// Browsers report an unfollowed redirect as status 0.
function isRedirect(status: number): boolean {
  return status < 400
}
