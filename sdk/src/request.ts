import { decideRetry } from './decide-retry.js'
import { ConnectionError } from './errors.js'
import { type Outcome, readAnswer } from './read-answer.js'

/** What a request needs from outside. */
export type RequestContext = {
  /** Without a slash at the end. */
  baseUrl: string
  apiKey: string | undefined
  /** For each attempt, from sending to the last byte of the answer. */
  timeoutMs: number
  maxRetries: number
  fetch: typeof globalThis.fetch
  sleep: (ms: number) => Promise<void>
  /** Unix ms. */
  now: () => number
  /** In [0, 1). */
  random: () => number
}

/** One call of the interface. */
export type RequestInput = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: `/${string}`
  /** Sent as JSON. */
  body?: unknown
  /** The service carries the same request with the same key out once. */
  idempotencyKey?: string | undefined
}

/**
 * Sends a request, again where that helps and is safe, and returns the JSON of the answer.
 *
 * `T` is what `openapi.json` says of the path; it is the service that checks its answers against it.
 *
 * @throws {ServiceError} of the class that fits the last attempt
 * @example
 * const health = await sendRequest<Healthz>(ctx, { method: 'GET', path: '/healthz' })
 */
export async function sendRequest<T>(ctx: RequestContext, input: RequestInput): Promise<T> {
  for (let retries = 0; ; retries++) {
    const outcome = await attempt(ctx, input)
    if (outcome.kind === 'answered') return outcome.value as T

    const { error, askedMs } = outcome
    const waitMs = decideRetry({
      method: input.method,
      isKeyed: input.idempotencyKey !== undefined,
      status: error.status,
      askedMs,
      retries,
      maxRetries: ctx.maxRetries,
      random: ctx.random(),
    })
    if (waitMs === null) throw error
    await ctx.sleep(waitMs)
  }
}

async function attempt(ctx: RequestContext, input: RequestInput): Promise<Outcome> {
  // Browsers refuse a `fetch` that is called as a method of something else.
  const { fetch, apiKey } = ctx
  const init = initOf(ctx, input)
  const signal = AbortSignal.timeout(ctx.timeoutMs)

  let response: Response
  let text: string
  try {
    response = await fetch(ctx.baseUrl + input.path, { ...init, signal })
    text = await response.text()
  } catch (cause) {
    const error = createConnectionError(ctx, { input, isTimeout: signal.aborted, cause })
    return { kind: 'failed', error, askedMs: undefined }
  }

  const call = `${input.method} ${input.path}`
  return readAnswer({ call, response, text, apiKey, now: ctx.now() })
}

function initOf(ctx: RequestContext, { method, body, idempotencyKey }: RequestInput) {
  return {
    method,
    headers: {
      accept: 'application/json',
      ...(ctx.apiKey === undefined ? {} : { 'x-api-key': ctx.apiKey }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    },
    body: body === undefined ? null : JSON.stringify(body),
    // A followed redirect would hand the key to whatever host it names.
    redirect: 'manual',
  } as const
}

function createConnectionError(
  ctx: RequestContext,
  failure: { input: RequestInput; isTimeout: boolean; cause: unknown },
): ConnectionError {
  const { input, isTimeout, cause } = failure
  const call = `${input.method} ${ctx.baseUrl}${input.path}`
  const message = isTimeout
    ? `${call}: no full answer within ${ctx.timeoutMs} ms. Check the service, or raise timeoutMs.`
    : `${call}: no answer. Check that the service is running and that baseUrl is its address.`

  return new ConnectionError(message + warningFor(input), {
    code: isTimeout ? 'timed_out' : 'unreachable',
    cause,
  })
}

function warningFor({ method, idempotencyKey }: RequestInput): string {
  if (method === 'GET') return ''
  const isDone = ' It may have been carried out all the same;'
  return idempotencyKey === undefined
    ? `${isDone} look before sending it again.`
    : `${isDone} send it again with the same idempotency key.`
}
