import { createServiceError } from './create-service-error.js'
import { ServiceError } from './errors.js'
import { readRetryAfter } from './read-retry-after.js'

/** The result of one attempt. */
export type Outcome =
  | { kind: 'succeeded'; value: unknown }
  /** `retryAfterMs` is the wait that the service requested. */
  | { kind: 'failed'; error: ServiceError; retryAfterMs: number | undefined }

/** A response with its complete body. */
/** How a response is read. A GraphQL response is JSON. */
export type ResponseFormat = 'json' | 'csv' | 'graphql'

export type ReceivedResponse = {
  /** Method and path of the request. */
  call: string
  response: Response
  text: string
  format?: ResponseFormat | undefined
  /** Credentials of the request, which errors must not contain. */
  secrets: Readonly<Record<string, string | undefined>>
  /** Unix ms. */
  now: number
}

/** Converts a response to its value or its error. */
export function readResponse(received: ReceivedResponse): Outcome {
  return received.response.ok ? readSuccess(received) : readFailure(received)
}

function readSuccess({ call, response, text, format }: ReceivedResponse): Outcome {
  const value = format === 'csv' ? readCsv(response, text) : parseJson(text)
  if (value !== undefined) return { kind: 'succeeded', value }

  const { status } = response
  const correlationId = readCorrelationId(response)
  const message = `${call}: the response is not ${format === 'csv' ? 'CSV' : 'JSON'}. Check that baseUrl is the URL of a Tallystick service.`
  const error = new ServiceError(message, { code: 'unreadable_response', status, correlationId })
  return { kind: 'failed', error, retryAfterMs: undefined }
}

function readFailure({ call, response, text, secrets, now }: ReceivedResponse): Outcome {
  const { status, headers } = response
  const parsed = parseJson(text, (_, value) => redact(value, secrets))
  const body = isObject(parsed) ? parsed : {}

  const header = headers.get('retry-after')
  const { retryAfterMs, resetAt } = readRetryAfter({ header, resetAt: body['resetAt'], now })
  const correlationId = readCorrelationId(response)
  const error = createServiceError({ call, status, correlationId, body, resetAt })
  return { kind: 'failed', error, retryAfterMs }
}

function readCorrelationId({ headers }: Response): string | undefined {
  return headers.get('x-correlation-id') ?? undefined
}

/** Returns the file, or `undefined` for a response of another kind, such as a proxy's page. */
function readCsv({ headers }: Response, text: string): string | undefined {
  return headers.get('content-type')?.startsWith('text/csv') ? text : undefined
}

/** Returns the parsed value, or `undefined` for invalid JSON. */
function parseJson(text: string, reviver?: (key: string, value: unknown) => unknown): unknown {
  try {
    return JSON.parse(text, reviver)
  } catch {
    return undefined
  }
}

/**
 * Removes credentials from error bodies, because some proxies echo the request and errors are
 * logged.
 */
function redact(value: unknown, secrets: ReceivedResponse['secrets']): unknown {
  if (typeof value !== 'string') return value
  // The longest first: the cookie contains the CSRF token.
  return Object.entries(secrets)
    .map(([name, secret = '']) => ({ name, secret }))
    .filter(({ secret }) => secret !== '')
    .sort((a, b) => b.secret.length - a.secret.length)
    .reduce((text, { name, secret }) => text.replaceAll(secret, `[${name}]`), value)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
