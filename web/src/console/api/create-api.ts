import { parseObject } from '../../core/api/parse-object.js'
import { ApiError } from './api-error.js'
import type { InputOf, PathOf, ResultOf, Verb } from './api-types.js'

export type Api = {
  call<V extends Verb, P extends PathOf<V>>(
    verb: V,
    path: P,
    input?: InputOf<V, P>,
  ): Promise<ResultOf<V, P>>
  /** Returns the file that a call responds with. */
  file<V extends Verb, P extends PathOf<V>>(verb: V, path: P, input?: InputOf<V, P>): Promise<Blob>
  /** Returns the address of a download, with the merchant in its query. */
  addressOf(path: string, query?: Readonly<Record<string, unknown>>): string
}

/** The input of a call, whatever its path. */
type PlainInput = {
  path?: Readonly<Record<string, unknown>>
  query?: Readonly<Record<string, unknown>>
  body?: unknown
  headers?: Readonly<Record<string, string>>
  signal?: AbortSignal
}

type ApiOptions = {
  /** Wallet of the merchant that the person acts for, or null before one is chosen. */
  merchant: string | null
  /** Read at each call, because a step-up may replace the session. */
  csrfToken(): string | null
  fetch: typeof globalThis.fetch
  /** The message of a call without a response. */
  noAnswer: string
  /** Asks the person to prove their identity again. Resolves to whether they did. */
  stepUp(): Promise<boolean>
  /** Called when the session has ended. */
  onSignedOut(): void
}

const timeoutMs = 30_000

/** Creates the calls of the console: typed by the API, for one merchant and one session. */
export function createApi(options: ApiOptions): Api {
  const { merchant, csrfToken, fetch, noAnswer, stepUp, onSignedOut } = options
  const addressOf = (path: string, query: Readonly<Record<string, unknown>> = {}) => {
    const entries = Object.entries({ ...query, ...(merchant && { wallet: merchant }) })
    const search = new URLSearchParams(
      entries
        .filter(([, value]) => value !== undefined && value !== null && value !== '')
        .map(([name, value]) => [name, String(value)]),
    )
    return search.size > 0 ? `${path}?${search}` : path
  }

  const send = async (verb: Verb, path: string, input: PlainInput) => {
    const { body, query, headers, signal } = input
    const token = verb === 'get' ? null : csrfToken()
    const limits = [AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]
    return fetch(addressOf(fillPath(path, input.path ?? {}), query), {
      method: verb.toUpperCase(),
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token && { 'x-csrf-token': token }),
        ...headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.any(limits),
    }).catch((cause: unknown) => {
      if (signal?.aborted) throw cause
      throw new ApiError(noAnswer)
    })
  }

  const readBody = async (response: Response) =>
    readResult(response, { text: await response.text().catch(() => ''), noAnswer })
  const readFile = async (response: Response): Promise<Blob> => {
    if (!response.ok) await readBody(response)
    return response.blob().catch(() => {
      throw new ApiError(noAnswer)
    })
  }

  const createCall =
    <Result>(read: (response: Response) => Promise<Result>) =>
    async (verb: Verb, path: string, input: PlainInput = {}): Promise<Result> => {
      const attempt = async () => read(await send(verb, path, input))
      try {
        return await attempt()
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (error.status === 401) onSignedOut()
        // The identity is proved in a dialog, after which the same call is sent once more.
        if (error.code === 'step_up_required' && (await stepUp())) return attempt()
        throw error
      }
    }
  const call = createCall(readBody) as Api['call']
  const file = createCall(readFile) as Api['file']
  return { call, file, addressOf }
}

function fillPath(path: string, values: Readonly<Record<string, unknown>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])))
}

function readResult(
  response: Response,
  { text, noAnswer }: { text: string; noAnswer: string },
): Record<string, unknown> {
  const { ok, status, headers } = response
  const body = parseObject(text)
  if (ok && body) return body
  const { error, message, ...fields } = body ?? {}
  throw new ApiError(typeof message === 'string' && message ? message : noAnswer, {
    // A proxy or captive portal responds with a page of its own.
    status: ok ? 0 : status,
    code: typeof error === 'string' ? error : null,
    fields,
    correlationId: headers.get('x-correlation-id'),
  })
}
