import { parseObject } from './parse-object.js'

/** What the service answered; a status of 0 is no answer at all. */
export type Answer =
  | { ok: true; body: Record<string, unknown> }
  | { ok: false; status: number; code: string | null; message: string }

export type Call = {
  path: string
  headers?: Record<string, string>
  /** Sent as JSON with POST; without one it is a GET. */
  body?: object
  /** Whether it is to arrive even if the page is gone by then. */
  keepalive?: boolean
}

/** What waits longer than this has been lost on the way. */
const timeoutMs = 30_000

const unreachable = 'The service cannot be reached right now. Please try again.'

/** Calls our own service from its page. Never throws: a refusal comes with a sentence for the buyer. */
export async function callService(
  fetch: typeof globalThis.fetch,
  { path, headers = {}, body, keepalive = false }: Call,
): Promise<Answer> {
  try {
    const response = await fetch(path, {
      method: body ? 'POST' : 'GET',
      headers: body ? { ...headers, 'content-type': 'application/json' } : headers,
      body: body ? JSON.stringify(body) : null,
      keepalive,
      signal: AbortSignal.timeout(timeoutMs),
    })
    return readAnswer(response, await response.text())
  } catch {
    return refuse(0)
  }
}

function readAnswer({ ok, status }: Response, text: string): Answer {
  const body = parseObject(text)
  if (ok && body) return { ok, body }
  // What stands between us and the buyer answers with pages of its own.
  return refuse(status, ok ? null : body)
}

function refuse(status: number, body: Record<string, unknown> | null = null): Answer {
  const text = (said: unknown) => (typeof said === 'string' && said ? said : null)
  const message = text(body?.['message']) ?? unreachable
  return { ok: false, status, code: text(body?.['error']), message }
}
