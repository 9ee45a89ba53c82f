import { decideRetry } from './decide-retry.js'
import { ConnectionError } from './errors.js'
import { type Outcome, type ResponseFormat, readResponse } from './read-response.js'
import { streamFile } from './stream-file.js'

/** The credentials of a signed-in user, from the response of `POST /api/auth/login`. */
export type Session = {
  csrfToken: string
  /**
   * Name and value of each cookie, separated by `; `. A browser sends its cookies itself: omit it
   * there.
   */
  cookie?: string | undefined
}

/** Options and runtime functions that a request uses. */
export type RequestContext = {
  /** Without a trailing slash. */
  baseUrl: string
  apiKey: string | undefined
  session: Session | undefined
  /** For each attempt, from sending the request to the last byte of the response. */
  timeoutMs: number
  maxRetries: number
  fetch: typeof globalThis.fetch
  sleep: (ms: number) => Promise<void>
  /** Unix ms. */
  now: () => number
  /** In [0, 1). */
  random: () => number
}

/** The content of a file, and its media type. */
type UploadedFile = {
  content: Uint8Array<ArrayBuffer>
  type: string
  onProgress?: ((progress: { sentBytes: number; totalBytes: number }) => void) | undefined
}

/** One API call. */
export type RequestInput = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: `/${string}`
  /** Sent as JSON. */
  body?: unknown
  /** Sent as it is. */
  file?: UploadedFile | undefined
  /** The service runs requests with the same key once. */
  idempotencyKey?: string | undefined
  /** The format of the response. Default `json`. */
  format?: ResponseFormat | undefined
}

/** Sends a request with the options of one client. */
export type SendRequest = <T>(input: RequestInput) => Promise<T>

/**
 * Sends a request, retries it where that is safe, and returns the JSON of the response, or the text
 * of a CSV file.
 *
 * `T` is the response type in `openapi.json`. The service validates its responses; the SDK does
 * not.
 *
 * @throws {ServiceError} for the last attempt
 * @example
 * const health = await sendRequest<Healthz>(ctx, { method: 'GET', path: '/healthz' })
 */
export async function sendRequest<T>(ctx: RequestContext, input: RequestInput): Promise<T> {
  for (let retries = 0; ; retries++) {
    const outcome = await attempt(ctx, input)
    if (outcome.kind === 'succeeded') return outcome.value as T

    const { error, retryAfterMs } = outcome
    const waitMs = decideRetry({
      method: input.method,
      hasIdempotencyKey: input.idempotencyKey !== undefined,
      status: error.status,
      retryAfterMs,
      retries,
      maxRetries: ctx.maxRetries,
      random: ctx.random(),
    })
    if (waitMs === null) throw error
    await ctx.sleep(waitMs)
  }
}

async function attempt(ctx: RequestContext, input: RequestInput): Promise<Outcome> {
  // Browsers throw when `fetch` is called as a method of another object.
  const { fetch, apiKey, session } = ctx
  const init = createInit(ctx, input)
  const signal = AbortSignal.timeout(ctx.timeoutMs)

  let response: Response
  let text: string
  try {
    response = await fetch(ctx.baseUrl + input.path, { ...init, signal })
    text = await response.text()
  } catch (cause) {
    const error = createConnectionError(ctx, { input, isTimeout: signal.aborted, cause })
    return { kind: 'failed', error, retryAfterMs: undefined }
  }

  const call = `${input.method} ${input.path}`
  const secrets = { apiKey, ...session }
  return readResponse({ call, response, text, format: input.format, secrets, now: ctx.now() })
}

/** With its own type, a GraphQL query that is invalid has an error status. */
const acceptedTypes: Record<ResponseFormat, string> = {
  json: 'application/json',
  csv: 'text/csv',
  graphql: 'application/graphql-response+json, application/json',
}

function createInit(ctx: RequestContext, input: RequestInput) {
  const { method, body, file, idempotencyKey, format } = input
  const type = file?.type ?? (body === undefined ? undefined : 'application/json')
  return {
    method,
    headers: {
      accept: acceptedTypes[format ?? 'json'],
      ...(ctx.apiKey === undefined ? {} : { 'x-api-key': ctx.apiKey }),
      ...(ctx.session === undefined ? {} : { 'x-csrf-token': ctx.session.csrfToken }),
      ...(ctx.session?.cookie === undefined ? {} : { cookie: ctx.session.cookie }),
      ...(type === undefined ? {} : { 'content-type': type }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    },
    body: file ? writeFile(file) : body === undefined ? null : JSON.stringify(body),
    // Required for a stream, and without effect otherwise.
    duplex: 'half',
    // Following a redirect would send the API key to another host.
    redirect: 'manual',
  } as const
}

function writeFile({ content, onProgress }: UploadedFile) {
  return onProgress ? streamFile(content, onProgress) : content
}

function createConnectionError(
  ctx: RequestContext,
  failure: { input: RequestInput; isTimeout: boolean; cause: unknown },
): ConnectionError {
  const { input, isTimeout, cause } = failure
  const call = `${input.method} ${ctx.baseUrl}${input.path}`
  const message = isTimeout
    ? `${call}: no complete response within ${ctx.timeoutMs} ms. Check the service, or increase timeoutMs.`
    : `${call}: no response. Check that the service is running and that baseUrl is correct.`

  return new ConnectionError(message + warningFor(input), {
    code: isTimeout ? 'timed_out' : 'unreachable',
    cause,
  })
}

function warningFor({ method, idempotencyKey }: RequestInput): string {
  if (method === 'GET') return ''
  const warning = ' The request may have succeeded;'
  return idempotencyKey === undefined
    ? `${warning} check before you retry it.`
    : `${warning} retry it with the same idempotency key.`
}
