import { createServiceError } from './create-service-error.js'
import { ServiceError } from './errors.js'
import { readWait } from './read-wait.js'

/** What became of one attempt. */
export type Outcome =
  | { kind: 'answered'; value: unknown }
  /** `askedMs`: the wait the service asked for. */
  | { kind: 'failed'; error: ServiceError; askedMs: number | undefined }

/** An answer with its body already received. */
export type Answer = {
  /** Method and path of the request. */
  call: string
  response: Response
  text: string
  apiKey: string | undefined
  /** Unix ms. */
  now: number
}

/** Turns an answer into the value it carries or the error it means. */
export function readAnswer(answer: Answer): Outcome {
  return answer.response.ok ? readSuccess(answer) : readRefusal(answer)
}

function readSuccess({ call, response, text }: Answer): Outcome {
  const value = parseJson(text)
  if (value !== undefined) return { kind: 'answered', value }

  const { status } = response
  const correlationId = readCorrelationId(response)
  const message = `${call}: the answer is not JSON. Check that baseUrl is the address of a Tallystick service.`
  const error = new ServiceError(message, { code: 'unreadable_answer', status, correlationId })
  return { kind: 'failed', error, askedMs: undefined }
}

function readRefusal({ call, response, text, apiKey, now }: Answer): Outcome {
  const { status, headers } = response
  const parsed = parseJson(text, (_, value) => withoutKey(value, apiKey))
  const body = isObject(parsed) ? parsed : {}

  const retryAfter = headers.get('retry-after')
  const { askedMs, resetAt } = readWait({ retryAfter, resetAt: body['resetAt'], now })
  const correlationId = readCorrelationId(response)
  const error = createServiceError({ call, status, correlationId, body, resetAt })
  return { kind: 'failed', error, askedMs }
}

function readCorrelationId({ headers }: Response): string | undefined {
  return headers.get('x-correlation-id') ?? undefined
}

/** The parsed text, or `undefined`, which no JSON text parses to. */
function parseJson(text: string, reviver?: (key: string, value: unknown) => unknown): unknown {
  try {
    return JSON.parse(text, reviver)
  } catch {
    return undefined
  }
}

/** Some proxies repeat the request in their error; errors end up in logs, the key must not. */
function withoutKey(value: unknown, apiKey: string | undefined): unknown {
  if (typeof value !== 'string' || apiKey === undefined) return value
  return value.replaceAll(apiKey, '[apiKey]')
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
