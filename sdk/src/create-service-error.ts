import {
  AuthenticationError,
  InvalidRequestError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServiceError,
} from './errors.js'

/** An answer that is not a success, as far as it could be read. */
export type Refusal = {
  /** Method and path. */
  call: string
  status: number
  correlationId: string | undefined
  /** The parsed body, `{}` if it was not a JSON object. */
  body: Record<string, unknown>
  /** When requests are accepted again, Unix ms. */
  resetAt: number | undefined
}

/** Makes the error for an answer: the class from its status, the message with what to do next. */
export function createServiceError(refusal: Refusal): ServiceError {
  const { status, correlationId, resetAt } = refusal
  const { error, message: said, ...fields } = refusal.body
  const code = typeof error === 'string' ? error : isRedirect(status) ? 'redirected' : 'unknown'

  const details = { code, status, correlationId, fields }
  const message = [
    `${refusal.call}: ${status} ${code}`,
    ...(typeof said === 'string' && said !== '' ? [said.replace(/\.$/, '')] : []),
    adviseOn(refusal),
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

function adviseOn({ status, correlationId, resetAt }: Refusal): string {
  if (isRedirect(status)) {
    return 'Pass the final address of the service as baseUrl; redirects are not followed, they could carry the API key elsewhere.'
  }
  if (status === 401) return 'Pass a valid developer key as apiKey.'
  if (status === 403) return 'Use an API key that may do this.'
  if (status === 404) return "Check the id, that it is this merchant's, and baseUrl."
  if (status === 429) {
    return resetAt === undefined
      ? 'Send fewer requests.'
      : `Send it again after ${new Date(resetAt).toISOString()}.`
  }
  if (status < 500) return 'Correct the request; sent again unchanged, it is refused again.'
  return correlationId === undefined
    ? "Try again later; if it stays, look in the service's log."
    : `Try again later; if it stays, look for ${correlationId} in the service's log.`
}

/** Browsers show a redirect that was not followed as status 0. */
function isRedirect(status: number): boolean {
  return status < 400
}
